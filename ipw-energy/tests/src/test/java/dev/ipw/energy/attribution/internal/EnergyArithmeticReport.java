package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.curve.BentSteps;
import dev.ipw.energy.internal.curve.PowerLimits;
import dev.ipw.energy.simulation.BatchingEngine;
import dev.ipw.energy.simulation.CounterPolls;
import dev.ipw.energy.simulation.Errors;
import dev.ipw.energy.simulation.SequentialRun.Query;
import dev.ipw.energy.simulation.SimulatedQueries;
import dev.ipw.energy.simulation.SteppingCounter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Write docs/measurements/energy-arithmetic.md. No test of a build, since it tells how fast a machine is; the command that runs it
 * stands in the report.
 */
class EnergyArithmeticReport {
    private static final Path REPORT = Path.of("..", "..", "docs", "measurements", "energy-arithmetic.md");
    private static final int SEEDS = 10;
    private static final int QUERIES = 120;
    private static final double LAG_SECONDS = 0.02;
    private static final double[][] PACES = {{0.1, 0.05}, {0.1, 0.02}, {0.02, 0.005}, {0.02, 0.05}};
    private static final double[][] LOADS = {{1.5, 32}, {6, 32}, {20, 64}, {6, 4}};
    private static final int HOUR_REQUESTS = 100_000;
    private static final double[] RUN_SECONDS = {300, 3600};
    private static final int SINGLE_WINDOWS = 10_000;
    private static final int ROUNDS = 3;

    private final StringBuilder text = new StringBuilder();

    @Test
    void writeReport() throws IOException {
        line(EnergyArithmeticHeadings.INTRODUCTION);
        windows();
        bounds();
        shares();
        lessKnown();
        shareBounds();
        otherEngines();
        phases();
        speed();
        windowCost();
        Files.writeString(REPORT, text.toString());
        assertThat(REPORT).isNotEmptyFile();
    }

    @SuppressWarnings("AnnotateFormatMethod")
    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static SimulatedQueries simulated(double[] pace, int seed) {
        return SimulatedQueries.of(new Random(seed), QUERIES, LAG_SECONDS,
                new SteppingCounter(pace[0], 0.0005, pace[1]), true);
    }

    private static String pace(double[] pace) {
        return String.format(Locale.ROOT, "%.0f/%.0f ms", 1e3 * pace[0], 1e3 * pace[1]);
    }

    /** Compute the joules of a window. */
    private interface Method {
        double joules(double from, double to);
    }

    private static Map<String, Method> methods(SimulatedQueries run) {
        CounterPolls polls = run.polls();
        Map<String, Method> methods = new LinkedHashMap<>();
        methods.put("counter difference", polls::difference);
        methods.put("first and last sample in the window", polls::insideOnly);
        methods.put("straight between polls", polls::straightBetweenPolls);
        methods.put("straight between edges", polls::straightBetweenEdges);
        methods.put("trapezoid of a 1 s average",
                (from, to) -> polls.trapezoidOfAverage(run.run().trace(), from, to));
        methods.put("**ours, if only the window is known**",
                (from, to) -> run.measured(from, to).joules().orElseThrow());
        methods.put("**ours**", run::joules);
        return methods;
    }

    private void windows() {
        line(EnergyArithmeticHeadings.WINDOWS, SEEDS, QUERIES);
        for (double[] pace : PACES) {
            Map<String, Errors[]> errors = new LinkedHashMap<>();
            for (int seed = 0; seed < SEEDS; seed++) {
                SimulatedQueries run = simulated(pace, seed);
                methods(run).forEach((name, method) -> addTo(errors.computeIfAbsent(name,
                        key -> new Errors[]{new Errors(), new Errors(), new Errors()}), run, method));
            }
            errors.forEach((name, of) -> line("| %s | %s | %s | %s | %s | %+.2f | %+.1f |", pace(pace), name,
                    figures(of[0]), figures(of[1]), figures(of[2]), of[0].bias(), of[1].bias()));
        }
    }

    private static void addTo(Errors[] errors, SimulatedQueries run, Method method) {
        for (Query query : run.run().queries()) {
            double[][] windows = {{query.start(), query.end()}, {query.start(), query.firstToken()},
                    {query.firstToken(), query.end()}};
            for (int i = 0; i < windows.length; i++) {
                errors[i].add(method.joules(windows[i][0], windows[i][1]),
                        run.trueJoules(windows[i][0], windows[i][1]));
            }
        }
    }

    private static String figures(Errors errors) {
        return String.format(Locale.ROOT, errors.median() < 100 ? "%.2f / %.2f" : "%.0f / %.0f", errors.median(),
                errors.p95());
    }

    private void bounds() {
        line(EnergyArithmeticHeadings.BOUNDS);
        for (double[] pace : PACES) {
            List<Double> widths = new ArrayList<>();
            List<Double> steps = new ArrayList<>();
            List<Double> prefills = new ArrayList<>();
            int[] within = new int[5];
            for (int seed = 0; seed < SEEDS; seed++) {
                SimulatedQueries run = simulated(pace, seed);
                for (Query query : run.run().queries()) {
                    double truth = run.trueJoules(query.start(), query.end());
                    double prefill = run.trueJoules(query.start(), query.firstToken());
                    widths.add(run.highest(query.start(), query.end()) - run.lowest(query.start(), query.end()));
                    steps.add(pace[0] * truth / (query.end() - query.start()));
                    prefills.add((run.highest(query.start(), query.firstToken())
                            - run.lowest(query.start(), query.firstToken())) / prefill);
                    count(within, run, query.start(), query.end(), 0);
                    count(within, run, query.start(), query.firstToken(), 2);
                }
            }
            double all = widths.size();
            line("| %s | %.1f | %.1f | %.2f | %.2f %% | %.0f / %.0f %% | %.0f / %.0f %% |", pace(pace), median(steps),
                    median(widths), median(prefills), 100 * within[4] / (2 * all), 100 * within[0] / all,
                    100 * within[1] / all, 100 * within[2] / all, 100 * within[3] / all);
        }
    }

    /** Count whether a window is right within one and two standard deviations, and within its bounds. */
    private static void count(int[] within, SimulatedQueries run, double from, double to, int at) {
        double truth = run.trueJoules(from, to);
        double sigmas = Math.abs(run.joules(from, to) - truth) / run.sigma(from, to);
        within[at] += sigmas <= 1 ? 1 : 0;
        within[at + 1] += sigmas <= 2 ? 1 : 0;
        // The counter shows whole millijoules.
        within[4] += run.lowest(from, to) <= truth + 2e-3 && truth - 2e-3 <= run.highest(from, to) ? 1 : 0;
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private void shares() {
        line(EnergyArithmeticHeadings.SHARES, SEEDS, SimulatedBatch.REQUESTS);
        Map<String, Errors[]> errors = new LinkedHashMap<>();
        int trusted = 0;
        for (int load = 0; load < LOADS.length; load++) {
            for (int seed = 0; seed < SEEDS; seed++) {
                SimulatedBatch run = SimulatedBatch.of(seed, LOADS[load][0], (int) LOADS[load][1], 0);
                DeviceAttribution fitted = run.attributed(AttributionRule.AUTO);
                trusted += fitted.sharing().trust() == ShareTrust.TRUSTED ? 1 : 0;
                add(errors, "difference of the device over each request's window", load, run, windows(run));
                add(errors, "by prompt and answer tokens over the run", load, run, byTokens(run, fitted,
                        request -> request.inputTokens() + request.outputTokens()));
                add(errors, "by answer tokens over the run", load, run,
                        byTokens(run, fitted, RequestActivity::outputTokens));
                add(errors, "equal in each step", load, run, joules(run.attributed(AttributionRule.EQUAL)));
                add(errors, "**ours: 1 : 20 in each step**", load, run,
                        joules(run.attributed(AttributionRule.TOKENS)));
                add(errors, "**ours: fitted to the run**", load, run, joules(fitted));
            }
        }
        errors.forEach((name, of) -> line("| %s | %s | %s | %s | %s | %.2f |", name, figures(of[0]), figures(of[1]),
                figures(of[2]), figures(of[3]), 1 + of[1].bias() / 100));
        line("\nShares were trusted in %d of %d runs.", trusted, LOADS.length * SEEDS);
    }

    private static void add(Map<String, Errors[]> errors, String name, int load, SimulatedBatch run, double[] joules) {
        Errors[] of = errors.computeIfAbsent(name,
                key -> new Errors[]{new Errors(), new Errors(), new Errors(), new Errors()});
        for (int i = 0; i < joules.length; i++) {
            of[load].add(joules[i], run.engine().trueJoules()[i]);
        }
    }

    private static double[] joules(DeviceAttribution attribution) {
        return attribution.requests().stream().mapToDouble(request -> request.reading().joules().orElse(0)).toArray();
    }

    private static double[] windows(SimulatedBatch run) {
        return run.engine().requests().stream().mapToDouble(request -> run.trace()
                .joulesAt(request.endNanos() / 1e9) - run.trace().joulesAt(request.startNanos() / 1e9)).toArray();
    }

    /** Divide what was used while requests were open by tokens. */
    private static double[] byTokens(SimulatedBatch run, DeviceAttribution attribution,
            ToDoubleFunction<RequestActivity> tokens) {
        double all = run.engine().requests().stream().mapToDouble(tokens).sum();
        return run.engine().requests().stream().mapToDouble(tokens)
                .map(own -> attribution.requestsJoules() * own / all).toArray();
    }

    private void lessKnown() {
        line(EnergyArithmeticHeadings.LESS_KNOWN);
        Errors[] errors = {new Errors(), new Errors(), new Errors(), new Errors()};
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedBatch run = SimulatedBatch.of(seed, 6, 32, 0);
            run.addTo(errors[0], run.attributed(AttributionRule.AUTO,
                    request -> BatchAttributionTests.with(request, TokenTimes.NONE)));
            run.addTo(errors[1], run.attributed(AttributionRule.AUTO, request -> BatchAttributionTests.with(request,
                    BatchAttributionTests.thirds(request.tokens()))));
            SimulatedBatch cached = SimulatedBatch.of(seed, 6, 32, 0.5);
            cached.addTo(errors[2], cached.attributed(AttributionRule.AUTO));
            cached.addTo(errors[3], cached.attributed(AttributionRule.AUTO, BatchAttributionTests::withoutCache));
        }
        String[] cases = {"no token stamps, only the first token and the end",
                "stamps that stand for three tokens each, as a proxy makes them",
                "half of the prompts in part from a cache, and the log says so",
                "the same, and the log does not say so"};
        for (int i = 0; i < cases.length; i++) {
            line("| %s | %s |", cases[i], figures(errors[i]));
        }
    }

    private void shareBounds() {
        line(EnergyArithmeticHeadings.SHARE_BOUNDS);
        for (double[] load : LOADS) {
            ShareCoverage[] of = {new ShareCoverage(), new ShareCoverage(), new ShareCoverage(), new ShareCoverage()};
            for (int seed = 0; seed < SEEDS; seed++) {
                SimulatedBatch run = SimulatedBatch.of(seed, load[0], (int) load[1], 0);
                of[0].add(run, run.attributed(AttributionRule.AUTO));
                of[1].add(run, run.attributed(AttributionRule.TOKENS));
                of[2].add(run, run.attributed(AttributionRule.AUTO,
                        request -> BatchAttributionTests.with(request, TokenTimes.NONE)));
                of[3].add(run, run.attributed(AttributionRule.AUTO, request -> BatchAttributionTests.with(request,
                        BatchAttributionTests.thirds(request.tokens()))));
            }
            String[] weights = {"fitted to the run", "1 : 20", "fitted, no token stamps",
                    "fitted, stamps of three tokens"};
            for (int i = 0; i < of.length; i++) {
                line("| %s | %s | %,d | %.2f %% | %.3f | %.0f / %.0f %% |", inFlight(load), weights[i], of[i].shares(),
                        of[i].percentCovered(),
                        of[i].medianWidth(), of[i].percentWithinOneSigma(), of[i].percentWithinTwoSigmas());
            }
        }
    }

    private void otherEngines() {
        line(EnergyArithmeticHeadings.OTHER_ENGINES);
        for (BatchingEngine.Kind kind : List.of(BatchingEngine.Kind.PROMPTS_FIRST, BatchingEngine.Kind.SPECULATIVE)) {
            for (double[] load : LOADS) {
                ShareCoverage coverage = new ShareCoverage();
                Errors errors = new Errors();
                for (int seed = 0; seed < SEEDS; seed++) {
                    SimulatedBatch run = SimulatedBatch.of(seed, load[0], (int) load[1], 0, kind);
                    DeviceAttribution used = run.attributed(AttributionRule.AUTO);
                    coverage.add(run, used);
                    run.addTo(errors, used);
                }
                line("| %s | %s | %s | %,d | %.2f %% | %.3f | %.0f / %.0f %% |",
                        kind == BatchingEngine.Kind.SPECULATIVE ? "guesses tokens ahead" : "prompts first",
                        inFlight(load),
                        figures(errors), coverage.shares(), coverage.percentCovered(), coverage.medianWidth(),
                        coverage.percentWithinOneSigma(), coverage.percentWithinTwoSigmas());
            }
        }
    }

    private void phases() {
        line(EnergyArithmeticHeadings.PHASES);
        for (double[] load : LOADS) {
            Errors[] errors = new Errors[3];
            Arrays.setAll(errors, index -> new Errors());
            for (int seed = 0; seed < SEEDS; seed++) {
                SimulatedBatch run = SimulatedBatch.of(seed, load[0], (int) load[1], 0);
                DeviceAttribution used = run.attributed(AttributionRule.FITTED);
                for (int i = 0; i < SimulatedBatch.REQUESTS; i++) {
                    RequestEnergy request = used.requests().get(i);
                    if (request.reading().flags().contains(EnergyFlag.ATTRIBUTED)
                            && request.prefillJoules().isPresent()) {
                        double prefill = run.engine().truePrefillJoules()[i];
                        errors[seed % 2 == 0 ? 0 : 1].add(request.prefillJoules().orElseThrow(), prefill);
                        errors[2].add(request.decodeJoules().orElseThrow(), run.engine().trueJoules()[i] - prefill);
                    }
                }
            }
            line("| %s | %s | %s | %s |", inFlight(load), figures(errors[0]), figures(errors[1]), figures(errors[2]));
        }
    }

    private static String inFlight(double[] load) {
        return number(load[0]) + (load[1] < load[0] ? ", queueing" : "");
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private void windowCost() {
        line(EnergyArithmeticHeadings.WINDOW_COST, SINGLE_WINDOWS);
        double[] micros = new double[2];
        int[] readings = new int[2];
        for (int i = 0; i < micros.length; i++) {
            DeviceSeries series = steady(RUN_SECONDS[i]);
            readings[i] = series.sampleCount();
            long best = Long.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) {
                Random random = new Random(round);
                long start = System.nanoTime();
                for (int window = 0; window < SINGLE_WINDOWS; window++) {
                    long from = SteppingCounter.nanos(1 + random.nextDouble() * (RUN_SECONDS[i] - 10));
                    assertThat(BentSteps.window(series, from, from + SteppingCounter.nanos(5)).isAvailable()).isTrue();
                }
                best = Math.min(best, System.nanoTime() - start);
            }
            micros[i] = best / 1e3 / SINGLE_WINDOWS;
            line("| %,.0f | %,d | %.0f |", RUN_SECONDS[i], readings[i], micros[i]);
        }
        line("\nA window of the longer run costs %.2f times what one of the shorter costs.", micros[1] / micros[0]);
    }

    /** Return what all threads had of the processors, which is the same on a busy machine. */
    private static double processorSeconds() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
    }

    private static DeviceSeries steady(double seconds) {
        CounterRecorder recorder = new CounterRecorder(new MeteredDevice("gpu0", Scope.GPU, Provenance.MEASURED,
                "simulated counter", SteppingCounter.nanos(0.02)), 1e-3, OptionalLong.empty(), OptionalDouble.empty());
        Random random = new Random(1);
        double now = 0;
        while (now < seconds) {
            now += 0.02 * (0.9 + 0.2 * random.nextDouble());
            long nanos = SteppingCounter.nanos(now);
            recorder.record(nanos - 20_000, nanos + 20_000, 40_000 * (long) (now / 0.1));
        }
        return recorder.series();
    }

    private void speed() {
        line(EnergyArithmeticHeadings.SPEED, Runtime.getRuntime().availableProcessors(), Runtime.version(),
                Runtime.getRuntime().maxMemory() >> 20);
        for (int requests : new int[]{HOUR_REQUESTS / 4, HOUR_REQUESTS}) {
            Random random = new Random(1);
            BatchingEngine engine = new BatchingEngine(random, BatchingEngine.Costs.random(random),
                    new BatchingEngine.Traffic(requests, 106, 512, 0, 0.4));
            var trace = engine.trace(0.01);
            DeviceSeries series = new SteppingCounter(0.1, 0.0005, 0.05).poll(trace, random);
            long tokens = engine.requests().stream().mapToLong(request -> request.tokens().size()).sum();
            double[] seconds = new double[3];
            double[] processorSeconds = new double[3];
            Errors errors = new Errors();
            for (int i = 0; i < seconds.length; i++) {
                long start = System.nanoTime();
                double processorStart = processorSeconds();
                DeviceAttribution used = Attribution.of(series, engine.requests(), AttributionRule.AUTO,
                        new PowerLimits(OptionalDouble.of(engine.costs().idleWatts()), OptionalDouble.empty()));
                seconds[i] = (System.nanoTime() - start) / 1e9;
                processorSeconds[i] = processorSeconds() - processorStart;
                double[] joules = joules(used);
                for (int request = 0; i == 0 && request < requests; request++) {
                    errors.add(joules[request], engine.trueJoules()[request]);
                }
            }
            line("| %,d | %,d | %,d | %,d | %.1f | %.1f | %.1f | %s |", (long) trace.seconds(), series.sampleCount(),
                    requests, tokens, seconds[0], Arrays.stream(seconds).min().orElseThrow(),
                    Arrays.stream(processorSeconds).min().orElseThrow(), figures(errors));
        }
    }
}
