package dev.ipw.energy.simulation;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.curve.ActivityTimeline;
import dev.ipw.energy.internal.curve.BentSteps;
import dev.ipw.energy.internal.curve.EnergyCurve;
import dev.ipw.energy.internal.curve.PowerLimits;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;

/** One query after another, what a counter showed of them, and the curve that is drawn from that. */
public record SimulatedQueries(SequentialRun run, SteppingCounter counter, CounterPolls polls, DeviceSeries series,
        EnergyCurve curve) {
    private static final double READ_BEFORE_SECONDS = 5;
    private static final int PREFILL = 1;
    private static final int DECODE = 2;

    /** Run queries, poll the counter, and draw the curve. */
    public static SimulatedQueries of(Random random, int count, double lagSeconds, SteppingCounter counter,
            boolean limitsKnown) {
        SequentialRun run = new SequentialRun(random, count, lagSeconds);
        CounterPolls polls = counter.polls(run.trace(), random);
        DeviceSeries series = counter.series(polls);
        PowerLimits limits = limitsKnown
                ? new PowerLimits(OptionalDouble.of(run.idleWatts()), OptionalDouble.of(700))
                : PowerLimits.UNKNOWN;
        return new SimulatedQueries(run, counter, polls, series,
                EnergyCurve.of(series.steps(), timeline(run.queries()), limits, OptionalDouble.empty()));
    }

    private static ActivityTimeline timeline(List<SequentialRun.Query> queries) {
        long[] starts = new long[queries.size() * 3];
        int[] kinds = new int[starts.length];
        for (int i = 0; i < queries.size(); i++) {
            starts[3 * i] = SteppingCounter.nanos(queries.get(i).start());
            kinds[3 * i] = PREFILL;
            starts[3 * i + 1] = SteppingCounter.nanos(queries.get(i).firstToken());
            kinds[3 * i + 1] = DECODE;
            starts[3 * i + 2] = SteppingCounter.nanos(queries.get(i).end());
            kinds[3 * i + 2] = ActivityTimeline.IDLE;
        }
        return new ActivityTimeline(starts, kinds);
    }

    /** Return what was truly used between two moments in seconds. */
    public double trueJoules(double from, double to) {
        return run.trace().joulesAt(to) - run.trace().joulesAt(from);
    }

    /** Cut a window as a program does that measures one call: once it is settled, with the readings there are by then. */
    public EnergyReading measured(double from, double to) {
        double[] seconds = polls.seconds();
        int first = at(seconds, from - READ_BEFORE_SECONDS);
        int last = at(seconds, to) + 1;
        DeviceSeries soFar = counter.series(polls.between(first, last));
        while (!soFar.isSettledAt(SteppingCounter.nanos(to)) && last < seconds.length) {
            soFar = counter.series(polls.between(first, ++last));
        }
        return BentSteps.window(soFar, SteppingCounter.nanos(from), SteppingCounter.nanos(to));
    }

    private static int at(double[] seconds, double moment) {
        int found = Arrays.binarySearch(seconds, moment);
        return found >= 0 ? found : -found - 1;
    }

    /** Return what the curve says was used between them. */
    public double joules(double from, double to) {
        return curve.joulesAt(SteppingCounter.nanos(to)) - curve.joulesAt(SteppingCounter.nanos(from));
    }

    /** Return the least that can have been. */
    public double lowest(double from, double to) {
        return curve.lowestBetween(SteppingCounter.nanos(from), SteppingCounter.nanos(to));
    }

    /** Return the most. */
    public double highest(double from, double to) {
        return curve.highestBetween(SteppingCounter.nanos(from), SteppingCounter.nanos(to));
    }

    /** Return the standard deviation of what the curve says. */
    public double sigma(double from, double to) {
        return Math.hypot(curve.sigmaAt(SteppingCounter.nanos(from)), curve.sigmaAt(SteppingCounter.nanos(to)));
    }
}
