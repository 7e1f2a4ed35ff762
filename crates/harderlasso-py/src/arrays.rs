//! From NumPy arrays to designs. Values of any order and precision are copied
//! once, directly into the column-major doubles of the engine.

use crate::columns::Encoded;
use crate::errors::exception;
use harderlasso::{Design, Layout};
use numpy::{Element, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::{FromPyObject, PyRef, PyResult};

/// A matrix of single or double precision, in any order.
#[derive(FromPyObject)]
pub(crate) enum Matrix<'py> {
    /// 64 bits.
    Double(PyReadonlyArray2<'py, f64>),
    /// 32 bits.
    Single(PyReadonlyArray2<'py, f32>),
}

impl Matrix<'_> {
    /// The checked copy; NaN is a missing value.
    pub(crate) fn design(&self) -> PyResult<Design> {
        match self {
            Self::Double(array) => copy(array),
            Self::Single(array) => copy(array),
        }
    }
}

/// Features: a matrix, or the encoded columns of a frame.
#[derive(FromPyObject)]
pub(crate) enum Features<'py> {
    /// Columns of a frame, among them categories.
    Frame(PyRef<'py, Encoded>),
    /// Numbers.
    Numbers(Matrix<'py>),
}

impl Features<'_> {
    /// The checked copy; NaN is a missing value.
    pub(crate) fn design(&self) -> PyResult<Design> {
        match self {
            Self::Frame(encoded) => Ok(encoded.design.clone()),
            Self::Numbers(matrix) => matrix.design(),
        }
    }
}

fn copy<T: Element + Copy + Into<f64>>(array: &PyReadonlyArray2<'_, T>) -> PyResult<Design> {
    let (rows, columns) = (array.shape()[0], array.shape()[1]);
    let layout = if array.is_c_contiguous() {
        Some(Layout::RowMajor)
    } else if array.is_fortran_contiguous() {
        Some(Layout::ColumnMajor)
    } else {
        None
    };
    match layout {
        Some(layout) => Design::new(array.as_slice()?, rows, columns, layout),
        // A view with gaps, such as every second row of another array.
        None => {
            let view = array.as_array();
            let values = view.t().iter().map(|&value| value.into()).collect();
            Design::from_columns(values, rows, columns)
        }
    }
    .map_err(exception)
}
