"""The flags and the verbs."""

import argparse
import errno
import os
import shlex
import sys
from contextlib import closing
from pathlib import Path

from studies import checks, lists, methods
from studies.designs.conditions import EXAMPLES
from studies.engines import ENGINES, Engine
from studies.errors import Refused
from studies.plans import STUDIES
from studies.report.points import headline
from studies.report.summary import summarize
from studies.results import DIGEST, Store, read
from studies.runner import run
from studies.tasks import FAILED, Row, Task

#: Errors of a full or broken disk, which name no file.
_UNWRITTEN = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


def main(arguments: list[str] | None = None) -> int:
    """Runs a verb. What a user can put right gets a sentence on stderr and code 2."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.verb(options))
    except Refused as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of the output has closed it, which is not an error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        if error.filename is not None:
            sentence = f"{error.filename} cannot be used ({error.strerror}); choose another path"
        elif error.errno in _UNWRITTEN:
            sentence = (
                f"writing failed ({error.strerror}); make room: the finished rows are kept, "
                "and --resume goes on"
            )
        else:
            raise
        print(f"error: {sentence}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; the finished rows are kept, --resume goes on", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m studies",
        description="The studies of the paper and others, with this and other methods.",
    )
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    studies = "\n".join(
        f"  {study.name:<15} {study.about}, {study.runs} runs" for study in STUDIES.values()
    )
    one = verbs.add_parser(
        "run",
        help="run a study, or what is missing of it",
        description=f"studies:\n{studies}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    one.set_defaults(verb=_run)
    one.add_argument("name", choices=STUDIES, metavar="NAME", help="one of the studies above")
    one.add_argument(
        "--out", type=lists.path, metavar="DIR", help="folder of the rows; default: study-NAME"
    )
    one.add_argument("--methods", type=lists.names, metavar="LIST", help="default: all of the study")
    one.add_argument(
        "--runs", type=lists.runs, metavar="N", help="runs per point and method; default: as listed"
    )
    one.add_argument("--s", type=lists.numbers, metavar="LIST", help="0,5,10 or 0..25 or 0..20..2")
    one.add_argument(
        "--n", type=lists.numbers, metavar="LIST", help="sample sizes; linear studies take one"
    )
    one.add_argument(
        "--conditions",
        type=lists.names,
        metavar="LIST",
        help=f"other conditions than the study's own: {EXAMPLES}, or several joined by &",
    )
    one.add_argument(
        "--data", type=lists.path, metavar="DIR", help="folder of CSV files, for tables"
    )
    one.add_argument("--tables", type=lists.names, metavar="LIST", help="some of those files; default: all")
    one.add_argument("--target", metavar="COL", help="the target of those files; default: label")
    one.add_argument("--seed", type=int, default=1, metavar="K", help="seed of the study; default: 1")
    one.add_argument("--resume", action="store_true", help="keep finished rows, add the others")
    one.add_argument("--retry", action="store_true", help="with --resume: try failed fits again")
    one.add_argument("--engine", choices=ENGINES, default="joblib", help="where fits run; default: joblib")
    one.add_argument("--address", metavar="ADDRESS", help="scheduler of a running cluster")
    one.add_argument(
        "--jobs", type=lists.positive, metavar="K", help="fits at the same time; default: cores"
    )
    report = verbs.add_parser("report", help="write the tables, figures and page of a study")
    report.set_defaults(verb=_report)
    report.add_argument("folder", type=lists.path, metavar="DIR", help="the --out of a study")
    report.add_argument(
        "--published", type=lists.path, metavar="DIR", help="folder of the authors' numbers"
    )
    report.add_argument(
        "--into", type=lists.path, metavar="FILE.md", help="also write into this document"
    )
    report.add_argument(
        "--out", type=lists.path, metavar="DIR", help="folder of the files; default: DIR"
    )
    listing = verbs.add_parser("methods", help="list the methods and whether they can run here")
    listing.set_defaults(verb=_methods)
    return parser


def _methods(options: argparse.Namespace) -> int:
    for found in methods.classes():
        for name in found.names:
            method = found(name, found.tasks[0], ())
            reason = methods.missing(name, found.tasks[0])
            print(f"{name:<16} {reason or method.libraries():<32} {', '.join(found.tasks)}")
    return 0


def _report(options: argparse.Namespace) -> int:
    from studies.report import page

    report = page.make(options.folder, options.published)
    out = options.out or options.folder
    page.write(report, out)
    if options.into is not None:
        page.write_into(report, options.into)
    for table in report.main:
        print(table.markdown(), end="\n\n")
    print(f"report.html, summary.csv and the figures are in {out}", file=sys.stderr)
    return 0


def _run(options: argparse.Namespace) -> int:
    study = STUDIES[options.name]
    out = options.out or Path(f"study-{study.name}")
    if options.seed < 0 or options.seed >= 2**63:
        raise Refused(f"--seed is {options.seed}; it must be from 0 to {2**63 - 1}")
    if options.retry and not options.resume:
        raise Refused("--retry tries failed fits of earlier runs again, so it needs --resume")
    if options.data is not None and out.resolve() == options.data.resolve():
        raise Refused("--out is the folder of the tables; choose another one for the rows")
    points = checks.points(
        study,
        options.n,
        options.s,
        options.conditions,
        options.data,
        options.tables,
        options.target,
    )
    usable, skipped = checks.usable(study, points, options.methods or list(study.methods))
    for name, reason in skipped.items():
        print(f"{name} is left out: {reason}", file=sys.stderr)
    if not usable:
        raise Refused("none of the methods can run here; see `python -m studies methods`")
    tasks = [
        Task(study.name, point, number, method, options.seed)
        # Run by run: a study that is stopped early has as many runs at every point.
        for number in range(options.runs or study.runs)
        for point in points
        for method in usable
    ]
    settings = {"study": study.name, "seed": options.seed, **checks.fixed(study, points)}
    settings |= {f"{DIGEST}{point.table}": point.digest for point in points if point.table}
    with (
        closing(ENGINES[options.engine](options.jobs, options.address)) as engine,
        closing(Store(out, settings, options.resume)) as store,
    ):
        if options.retry:
            store.drop({key for key, row in store.rows.items() if row["status"] == FAILED})
        todo = [task for task in tasks if task.key() not in store.rows]
        if len(todo) < len(tasks):
            kept = len(tasks) - len(todo)
            print(f"{kept} finished runs are kept, {len(todo)} are to do", file=sys.stderr)
        failed = _fill(store, todo, engine)
        store.finish()
        rows = read(out)
    for table in headline(summarize(rows)):
        print(table.markdown(), end="\n\n")
    print(f"{len(todo)} runs done, {failed} of them failed; rows are in {out}")
    print(f"tables and figures: python -m studies report {shlex.quote(str(out))}", file=sys.stderr)
    return 1 if todo and failed == len(todo) else 0


def _fill(store: Store, todo: list[Task], engine: Engine) -> int:
    from tqdm import tqdm

    failed = 0
    # disable=None: a bar on a terminal, and none in a file.
    with tqdm(total=len(todo), unit="fit", disable=None, file=sys.stderr) as bar:

        def finished(row: Row) -> None:
            nonlocal failed
            store.append(row)
            bar.update()
            if row["status"] == FAILED:
                failed += 1
                bar.write(
                    f"{row['method']} failed at {row['table'] or _sizes(row)}, "
                    f"run {row['run']}: {row['message']}",
                    file=sys.stderr,
                )

        run(todo, engine, finished)
    return failed


def _sizes(row: Row) -> str:
    return f"n = {row['n']}, s = {row['s']}"
