"""Files that are either complete or not there."""

import os
import secrets
from pathlib import Path


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write to a temporary file beside ``path``, then rename it."""
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"path must be a str or a path-like object; got {path!r}")
    target = Path(path)
    if not target.name or not target.parent.is_dir():
        raise FileNotFoundError(f"path: {os.fspath(path)!r} is not a file in an existing folder")
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with temporary.open("xb") as file:
            file.write(content)
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
