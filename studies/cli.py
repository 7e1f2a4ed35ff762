"""The flags, and what each verb does."""

import argparse
import errno
import os
import sys
from contextlib import closing

from studies import checks, lists, methods
from studies.designs.conditions import CONDITIONS
from studies.engines import ENGINES, Engine
from studies.errors import Refused
from studies.plans import STUDIES
from studies.results import DIGEST, Store
from studies.runner import run
from studies.tasks import FAILED, Row, Task

#: What the system says when a disk is full or broken; it names no file then.
_UNWRITTEN = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


def main(arguments: list[str] | None = None) -> int:
    """Runs a verb; a sentence on stderr and 2 for what a user can put right."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.verb(options))
    except Refused as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever reads what is printed has read enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        if error.filename is not None:
            said = f"{error.filename} cannot be used ({error.strerror}); choose another path"
        elif error.errno in _UNWRITTEN:
            said = (
                f"writing failed ({error.strerror}); make room: the finished rows are kept, "
                "and --resume goes on"
            )
        else:
            raise
        print(f"error: {said}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; the finished rows are kept, --resume goes on", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m studies", description="Studies with the methods of others beside ours."
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
    one.add_argument("--out", type=lists.path, required=True, metavar="DIR", help="where rows go")
    one.add_argument("--methods", type=lists.names, metavar="LIST", help="default: the study's own")
    one.add_argument(
        "--runs", type=lists.runs, metavar="N", help="runs a point and method; default: as listed"
    )
    one.add_argument("--s", type=lists.numbers, metavar="LIST", help="0,5,10 or 0..25 or 0..20..2")
    one.add_argument(
        "--n", type=lists.numbers, metavar="LIST", help="sample sizes; one, but for architecture"
    )
    one.add_argument(
        "--conditions",
        type=lists.names,
        metavar="LIST",
        help=f"some of the study's conditions, of {', '.join(CONDITIONS)}",
    )
    one.add_argument("--data", type=lists.path, metavar="DIR", help="CSV files of a classification")
    one.add_argument("--tables", type=lists.names, metavar="LIST", help="some of those files")
    one.add_argument("--seed", type=int, default=1, metavar="K", help="seed of the study")
    one.add_argument("--resume", action="store_true", help="keep finished rows, add the others")
    one.add_argument("--retry", action="store_true", help="with --resume: try failed fits again")
    one.add_argument("--engine", choices=ENGINES, default="joblib", help="what runs the fits")
    one.add_argument("--address", metavar="ADDRESS", help="scheduler of a cluster that is there")
    one.add_argument(
        "--jobs", type=lists.positive, metavar="K", help="fits at a time; default: cores"
    )
    told = verbs.add_parser("report", help="tables, figures and a page of a study's rows")
    told.set_defaults(verb=_report)
    told.add_argument("folder", type=lists.path, metavar="DIR", help="the --out of a study")
    told.add_argument(
        "--published", type=lists.path, metavar="DIR", help="the authors' own numbers"
    )
    told.add_argument("--into", type=lists.path, metavar="FILE.md", help="also into this document")
    told.add_argument("--out", type=lists.path, metavar="DIR", help="where files go; default: DIR")
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
    if options.seed < 0 or options.seed >= 2**63:
        raise Refused(f"--seed is {options.seed}; it must be from 0 to {2**63 - 1}")
    if options.retry and not options.resume:
        raise Refused("--retry tries failed fits of earlier runs again, so it needs --resume")
    if options.data is not None and options.out.resolve() == options.data.resolve():
        raise Refused("--out is the folder of the tables; rows are no table, so choose another")
    points = checks.points(
        study, options.n, options.s, options.conditions, options.data, options.tables
    )
    usable, skipped = checks.usable(study, options.methods or list(study.methods))
    for name, reason in skipped.items():
        print(f"{name} is left out: {reason}", file=sys.stderr)
    if not usable:
        raise Refused("none of the methods can run here; see `python -m studies methods`")
    tasks = [
        Task(study.name, point, number, method, options.seed, study.hidden)
        # Run by run: a study that is stopped early has as many at every point.
        for number in range(options.runs or study.runs)
        for point in points
        for method in usable
    ]
    settings = {"study": study.name, "seed": options.seed, **checks.fixed(study, points)}
    settings |= {f"{DIGEST}{point.table}": point.digest for point in points if point.table}
    with (
        closing(ENGINES[options.engine](options.jobs, options.address)) as engine,
        closing(Store(options.out, settings, options.resume)) as store,
    ):
        if options.retry:
            store.drop({key for key, row in store.rows.items() if row["status"] == FAILED})
        todo = [task for task in tasks if task.key() not in store.rows]
        if len(todo) < len(tasks):
            kept = len(tasks) - len(todo)
            print(f"{kept} finished runs are kept, {len(todo)} are to come", file=sys.stderr)
        failed = _fill(store, todo, engine)
        store.finish()
    print(f"{len(todo)} runs done, {failed} of them failed; rows are in {options.out}")
    return 1 if todo and failed == len(todo) else 0


def _fill(store: Store, todo: list[Task], engine: Engine) -> int:
    from tqdm import tqdm

    failed = 0
    # A bar where somebody looks; nothing into a file.
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
