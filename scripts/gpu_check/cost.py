"""The sampler's processor time with the counter read in each of its steps, and with looks at it now and then."""
import readings

MOST_PERCENT = 0.6


def judge(work, report):
    ways = {row["way"]: 100 * row["ticks"] / row["hertz"] / (row["nanos"] / 1e9) for row in readings.lines(work / "cost-ways.jsonl")}
    often, seldom = ways["often"], ways["seldom"]
    report.check("sampler, looks at the counter against a reading in each step", f"{seldom:.2f} % of a core against {often:.2f} %",
                 f"at most {MOST_PERCENT:g} %", seldom <= MOST_PERCENT)
