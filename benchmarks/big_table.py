"""Time and memory of reading a big table, against pyarrow in the same run.

Makes a CSV file of ROWS x COLUMNS numbers in a temporary folder (about 1 GB by
default), reads it with pyarrow.csv and with `harderlasso lambda`, in turns, and
prints the ratio of the best times and the peak memory of the command.

    python3 -m venv venv && venv/bin/pip install numpy pyarrow
    cargo build --release -p harderlasso-cli
    venv/bin/python benchmarks/big_table.py
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy
import pyarrow
import pyarrow.csv

HERE = pathlib.Path(__file__).resolve().parent


def write_table(path, rows, columns, seed):
    """Numbers with about 17 digits, the longest that a double needs."""
    generator = numpy.random.default_rng(seed)
    with open(path, "w") as file:
        file.write(",".join(f"x{column}" for column in range(columns)) + "\n")
        for start in range(0, rows, 1000):
            block = generator.standard_normal((min(1000, rows - start), columns))
            file.writelines(",".join(map(repr, row)) + "\n" for row in block.tolist())


def read_with_pyarrow(path):
    start = time.perf_counter()
    table = pyarrow.csv.read_csv(path)
    seconds = time.perf_counter() - start
    return seconds, table.num_rows


def high_water(pid):
    """Peak memory of a process so far, as Linux tells it. What wait4 tells
    would include this script, from which the process was forked."""
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    lines = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(lines[0].split()[1]) * 1024 if lines else 0


def read_with_harderlasso(binary, path, threads):
    """Reading time as the command tells it, and its peak memory in bytes."""
    command = [binary, "lambda", path, "--target", "0", "--hidden", "none"]
    command += ["--draws", "100", "--threads", str(threads), "--json", "--quiet"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    peak = 0
    while process.poll() is None:
        peak = max(peak, high_water(process.pid))
        time.sleep(0.005)
    output = process.stdout.read()
    if process.returncode != 0:
        sys.exit(f"the command ended with status {process.returncode}")
    told = json.loads(output)
    return told["seconds"]["read"], told["n"], peak


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=500_000)
    parser.add_argument("--columns", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--binary", default=str(HERE.parent / "target/release/harderlasso"))
    asked = parser.parse_args()

    pyarrow.set_cpu_count(asked.threads)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "big.csv")
        write_table(path, asked.rows, asked.columns, seed=1)
        size = os.path.getsize(path)
        peers, ours, peaks = [], [], []
        for _ in range(asked.repeats):
            seconds, rows = read_with_pyarrow(path)
            peers.append(seconds)
            seconds, told, peak = read_with_harderlasso(asked.binary, path, asked.threads)
            assert rows == told == asked.rows
            ours.append(seconds)
            peaks.append(peak)

    matrix = asked.rows * asked.columns * 8
    bound = 2 * matrix + 200e6
    print(f"file          {size / 1e6:9.0f} MB, {asked.rows} x {asked.columns}")
    print(f"pyarrow.csv   {min(peers):9.2f} s  (pyarrow {pyarrow.__version__})")
    print(f"harderlasso   {min(ours):9.2f} s")
    print(f"ratio         {min(ours) / min(peers):9.2f}  (at most 3)")
    print(f"matrix        {matrix / 1e6:9.0f} MB")
    print(f"peak memory   {max(peaks) / 1e6:9.0f} MB  (at most {bound / 1e6:.0f})")
    if min(ours) > 3 * min(peers) or max(peaks) > bound:
        sys.exit("a bound is broken")


if __name__ == "__main__":
    main()
