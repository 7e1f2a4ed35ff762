"""Writes flats.csv and new.csv, the simulated tables of the guide.

price = 6 · area − 12 · distance + 250 in Genève + 400, with normal noise of
standard deviation 60. Rooms go with the area; floor, age and noise do nothing.
"""

import csv
import random

COLUMNS = ["rooms", "area", "floor", "age", "city", "distance", "noise"]


def flat(rng):
    rooms = rng.randint(1, 6)
    area = round(25 * rooms + rng.gauss(0, 8), 1)
    age = rng.randint(0, 90)
    return {
        "rooms": rooms,
        "area": area,
        "floor": rng.randint(0, 6),
        "age": "" if rng.random() < 0.05 else age,
        "city": rng.choice(["Basel", "Bern", "Genève"]),
        "distance": round(rng.uniform(0, 20), 1),
        "noise": round(rng.gauss(50, 5), 1),
    }


def price(row, rng):
    premium = 250 if row["city"] == "Genève" else 0
    return round(6 * row["area"] - 12 * row["distance"] + premium + 400 + rng.gauss(0, 60))


def write(path, columns, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


rng = random.Random(3)
flats = [flat(rng) for _ in range(200)]
write("flats.csv", [*COLUMNS, "price"], [{**row, "price": price(row, rng)} for row in flats])
write("new.csv", ["distance", "city", "area"], [
    {name: row[name] for name in ("distance", "city", "area")} for row in (flat(rng) for _ in range(3))
])
