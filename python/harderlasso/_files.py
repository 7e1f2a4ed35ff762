"""Files that are either complete or not there."""

import contextlib
import os
import secrets
import stat
from pathlib import Path


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write to a temporary file beside ``path``, then rename it.

    A file that is replaced keeps its mode.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"path must be a str or a path-like object; got {path!r}")
    target = Path(path)
    if not target.name or not target.parent.is_dir():
        raise FileNotFoundError(f"path: {os.fspath(path)!r} is not a file in an existing folder")
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        mode = None
        with contextlib.suppress(FileNotFoundError):
            mode = stat.S_IMODE(target.stat().st_mode)
        with open(temporary, "xb", opener=_private if mode is not None else None) as file:
            if mode is not None:
                temporary.chmod(mode)
            file.write(content)
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _private(path: str, flags: int) -> int:
    """Open a file that nobody else can read until it has its mode."""
    return os.open(path, flags, 0o600)
