//! A strict reader of the HTML that the report uses: every element is closed in
//! order, every attribute is quoted, every ampersand begins an entity.

/// Elements that have no end tag.
const VOID: [&str; 2] = ["meta", "br"];

pub(crate) fn check(page: &str) -> Result<(), String> {
    let rest = page
        .strip_prefix("<!DOCTYPE html>")
        .ok_or("it does not begin with a doctype")?;
    let mut open: Vec<&str> = Vec::new();
    let mut rest = rest;
    while let Some(start) = rest.find('<') {
        entities(&rest[..start], &open)?;
        let end = start + rest[start..].find('>').ok_or("a tag has no end")?;
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            match open.pop() {
                Some(last) if last == name => continue,
                last => return Err(format!("</{name}> where {last:?} is open")),
            }
        }
        let name = tag.split([' ', '\n']).next().unwrap_or_default();
        attributes(&tag[name.len()..])?;
        if !VOID.contains(&name) {
            open.push(name);
        }
    }
    match open.is_empty() && rest.is_empty() {
        true => Ok(()),
        false => Err(format!("{open:?} are still open, and {rest:?} is left")),
    }
}

fn attributes(text: &str) -> Result<(), String> {
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.find(['=', ' ']).unwrap_or(rest.len());
        let name = &rest[..end];
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(format!("an attribute is called {name:?}"));
        }
        rest = &rest[end..];
        if let Some(value) = rest.strip_prefix("=\"") {
            let close = value
                .find('"')
                .ok_or(format!("the value of {name} has no end"))?;
            entities(&value[..close], &[])?;
            rest = &value[close + 1..];
        } else if rest.starts_with('=') {
            return Err(format!("the value of {name} is not quoted"));
        }
        rest = rest.trim_start();
    }
    Ok(())
}

fn entities(text: &str, open: &[&str]) -> Result<(), String> {
    if open.last() == Some(&"style") {
        return Ok(());
    }
    if let Some(control) = text.chars().find(|c| c.is_control() && *c != '\n') {
        return Err(format!("{control:?} is in {text:?}"));
    }
    for (position, _) in text.match_indices('&') {
        let known = ["&amp;", "&lt;", "&gt;", "&quot;"];
        if !known
            .iter()
            .any(|entity| text[position..].starts_with(entity))
        {
            return Err(format!("a bare ampersand is in {text:?}"));
        }
    }
    Ok(())
}

/// The text of a page without its markup.
pub(crate) fn words(page: &str) -> String {
    let mut out = String::new();
    for part in page.split('<') {
        out.push_str(part.split_once('>').map_or(part, |(_, text)| text));
    }
    out
}
