//! The part of the wire format of protocol buffers that ONNX needs: a message is
//! a sequence of fields, each with a key and either a varint or a length and
//! bytes.

/// A message that is being written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Message(Vec<u8>);

impl Message {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// A non-negative integer, such as a length, a code or a size.
    pub(crate) fn number(mut self, field: u64, value: u64) -> Self {
        self.varint(field << 3);
        self.varint(value);
        self
    }

    pub(crate) fn bytes(mut self, field: u64, value: &[u8]) -> Self {
        self.varint(field << 3 | 2);
        self.varint(value.len() as u64);
        self.0.extend_from_slice(value);
        self
    }

    pub(crate) fn text(self, field: u64, value: &str) -> Self {
        self.bytes(field, value.as_bytes())
    }

    pub(crate) fn message(self, field: u64, value: Self) -> Self {
        self.bytes(field, &value.0)
    }

    /// One field per value.
    pub(crate) fn each<T>(
        self,
        values: impl IntoIterator<Item = T>,
        write: impl Fn(Self, T) -> Self,
    ) -> Self {
        values.into_iter().fold(self, write)
    }

    /// Seven bits per byte, the lowest first; the top bit is set if more follow.
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples are those of the specification.
    #[test]
    fn bytes_are_those_of_the_specification() {
        assert_eq!(
            Message::new().number(1, 150).into_bytes(),
            [0x08, 0x96, 0x01]
        );
        assert_eq!(
            Message::new().text(2, "testing").into_bytes(),
            [0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67]
        );
        let inner = Message::new().number(1, 150);
        assert_eq!(
            Message::new().message(3, inner).into_bytes(),
            [0x1a, 0x03, 0x08, 0x96, 0x01]
        );
    }
}
