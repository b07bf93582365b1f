package dev.ipw.analysis.internal;

import dev.ipw.analysis.Efficiency;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.run.RunTotals;
import dev.ipw.run.RunTotals.EnergyBlock;
import dev.ipw.run.RunTotals.GrossEnergy;
import dev.ipw.testing.MadeRecords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A run of questions that are drawn anew, on a board whose power and speed wander: more requests at once make it draw more and
 * each of them slower. What is used in a moment is divided over the requests in flight by weights that have nothing to do with their
 * work, so that shares are as wrong as they can be and still add up.
 */
final class OverlappingRun {
    static final double LIMIT_WATTS = 700;

    private static final double STEP = 0.05;
    private static final double IDLE_WATTS = 90;
    private static final double BUSY_WATTS = 450;
    private static final double TOKENS_PER_SECOND = 100;
    private static final double RIGHT = 0.7;
    private static final int BLOCKS = 32;

    private final double[] starts;
    private final double[] ends;
    private final double[] shares;
    private final double[] left;
    private final long[] tokens;
    private final boolean[] right;
    private final List<Double> joules = new ArrayList<>();
    private final SplittableRandom random;

    /**
     * A way to load a board.
     *
     * @param queries     how many questions are asked
     * @param inFlight    how many at once; 0 where they come as a Poisson process
     * @param perSecond   their rate then
     * @param memory      seconds in which power and speed forget where they were
     */
    record Load(int queries, int inFlight, double perSecond, double memory) {
        static Load of(int queries, int inFlight) {
            return new Load(queries, inFlight, 0, 2);
        }

        static Load atRate(int queries, double perSecond) {
            return new Load(queries, 0, perSecond, 2);
        }

        boolean overlaps() {
            return inFlight != 1;
        }
    }

    private final Load load;
    private double widest;

    OverlappingRun(Load load, SplittableRandom random) {
        this.load = load;
        this.random = random;
        int queries = load.queries;
        starts = new double[queries];
        ends = new double[queries];
        shares = new double[queries];
        left = IntStream.range(0, queries).mapToDouble(any -> 2 * logNormal(0.6)).toArray();
        tokens = Arrays.stream(left).mapToLong(work -> Math.round(work * TOKENS_PER_SECOND)).toArray();
        right = new boolean[queries];
        for (int query = 0; query < queries; query++) {
            right[query] = random.nextDouble() < RIGHT;
        }
        serve();
    }

    /** Draws a value around 1. */
    private double logNormal(double spread) {
        return Math.exp(spread * random.nextGaussian() - spread * spread / 2);
    }

    private void serve() {
        double[] weights = IntStream.range(0, left.length).mapToDouble(any -> logNormal(0.5)).toArray();
        double kept = Math.exp(-STEP / load.memory);
        double power = random.nextGaussian();
        double speed = random.nextGaussian();
        double arrival = 0;
        int next = 0;
        List<Integer> served = new ArrayList<>();
        for (double now = 0; next < left.length || !served.isEmpty(); now += STEP) {
            while (next < left.length && (load.inFlight > 0 ? served.size() < load.inFlight : arrival <= now)) {
                arrival -= load.inFlight > 0 ? 0 : Math.log(1 - random.nextDouble()) / load.perSecond;
                starts[next] = now;
                served.add(next++);
            }
            power = kept * power + Math.sqrt(1 - kept * kept) * random.nextGaussian();
            speed = kept * speed + Math.sqrt(1 - kept * kept) * random.nextGaussian();
            int open = served.size();
            double used = STEP * (IDLE_WATTS + BUSY_WATTS * open / (open + 8.0)) * (1 + 0.1 * power);
            joules.add(used);
            double all = served.stream().mapToDouble(query -> weights[query]).sum();
            double worked = STEP * Math.exp(0.15 * speed) / (1 + open / 40.0);
            for (int query : served) {
                shares[query] += used * weights[query] / all;
                left[query] -= worked;
                ends[query] = now + STEP;
            }
            served.removeIf(query -> left[query] <= 0);
        }
    }

    /** Charges queries of the first half with what those of the second half were charged with too. */
    void chargeTheFirstHalf() {
        int half = shares.length / 2;
        for (int query = 0; query < half; query++) {
            shares[query] += 0.5 * shares[half + query];
            shares[half + query] *= 0.5;
        }
    }

    /** Lets shares lie over gaps that divide the joules of all, so that each may be anything up to these. */
    void openGaps() {
        widest = joules();
    }

    /** Leaves only the share of one query known, ten times of that of others, as of one that is charged with what no other can be. */
    void loseSharesButOne() {
        Arrays.fill(shares, Double.NaN);
        shares[0] = 10 * joules() / shares.length;
    }

    double joules() {
        return joules.stream().mapToDouble(Double::doubleValue).sum();
    }

    double seconds() {
        return joules.size() * STEP;
    }

    long tokens() {
        return Arrays.stream(tokens).sum();
    }

    double accuracy() {
        return (double) IntStream.range(0, right.length).filter(query -> right[query]).count() / right.length;
    }

    /** Returns the headlines; where the time is not known, they are those of queries that are taken for served one after another. */
    Efficiency headlines(boolean knowsTheTime) {
        EfficiencyGatherer gatherer = new EfficiencyGatherer();
        double end = 0;
        for (int query = 0; query < left.length; query++) {
            double start = knowsTheTime ? starts[query] : end;
            end = start + ends[query] - starts[query];
            TimelineRecorder recorder = new TimelineRecorder(nanos(start));
            recorder.sent(nanos(start));
            ResponseTimeline timeline = recorder.finish(nanos(end));
            TokenUsage usage = TokenUsage.server(10, tokens[query]);
            QueryOutcome outcome = QueryOutcome.of("q" + query,
                    ModelCall.answered(1, List.of(), InferenceResponse.of("x", usage), timeline));
            EnergyReading share = widest == 0
                    ? MadeRecords.joules(shares[query])
                    : EnergyReading.of(shares[query], 0, widest, Provenance.ESTIMATED, Scope.GPU, "nvml gpu-0",
                            Set.of(EnergyFlag.GAP));
            gatherer.add(MadeRecords.record(DatasetRecord.of("q" + query, "q", "a"), "m", outcome,
                    MadeRecords.metrics(MadeRecords.energy(load.overlaps() && knowsTheTime && share.isAvailable()
                            ? share.flagged(EnergyFlag.ATTRIBUTED)
                            : share, List.of()), timeline, usage),
                    "exact", Optional.of(MadeRecords.evaluation(right[query]))));
        }
        return gatherer.finish(totals(knowsTheTime));
    }

    private RunTotals totals(boolean inBlocks) {
        EnergyReading all = EnergyReading.of(joules(), 0.998 * joules(), 1.002 * joules(), Provenance.MEASURED,
                Scope.GPU, "nvml gpu-0", Set.of());
        GrossEnergy gross = new GrossEnergy(all, 1);
        return MadeRecords.totals(left.length, new RunTotals.Tokens(OptionalLong.empty(), OptionalLong.of(tokens())),
                nanos(seconds()),
                new RunTotals.Headline(all, "gpu", Optional.empty(), Optional.of(inBlocks
                        ? gross.limitedTo(OptionalDouble.of(LIMIT_WATTS)).inBlocks(blocks())
                        : gross), Optional.empty()),
                List.of());
    }

    private List<EnergyBlock> blocks() {
        List<EnergyBlock> blocks = new ArrayList<>();
        for (int block = 0; block < BLOCKS; block++) {
            double from = seconds() * block / BLOCKS;
            double to = seconds() * (block + 1) / BLOCKS;
            blocks.add(new EnergyBlock(nanos(from), nanos(to), IntStream.range(0, joules.size())
                    .mapToDouble(step -> joules.get(step) / STEP
                            * Math.max(0, Math.min(to, (step + 1) * STEP) - Math.max(from, step * STEP)))
                    .sum()));
        }
        return blocks;
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }
}
