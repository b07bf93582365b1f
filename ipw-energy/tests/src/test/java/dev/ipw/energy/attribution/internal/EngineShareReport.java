package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.simulation.accelerator.AcceleratorKind;
import dev.ipw.energy.simulation.engine.EngineKind;
import dev.ipw.energy.simulation.engine.EngineTrace;
import dev.ipw.energy.simulation.engine.TwoTruthTrace;
import dev.ipw.energy.simulation.server.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Write docs/measurements/attribution-engines.md. No test of a build, since it tells how fast a machine is; the command that runs it
 * stands in the report.
 */
class EngineShareReport {
    private static final Path REPORT = Path.of("..", "..", "docs", "measurements", "attribution-engines.md");
    private static final Path RESOURCES = Path.of("src", "test", "resources", "dev", "ipw", "energy", "attribution",
            "internal");
    private static final int SEEDS = 5;
    private static final long FIRST_SEED = 30_000;
    private static final int TRUSTED = 0;

    private final StringBuilder text = new StringBuilder();
    private final List<double[]> byTrust = new ArrayList<>(List.of(new double[4], new double[4], new double[4]));

    @Test
    void writeReport() throws IOException {
        text.append(HEAD);
        Map<String, String> before = before("engines-before.txt");
        for (EngineKind kind : EngineKind.values()) {
            row(kind, before.getOrDefault(kind.name(), "- | -"));
        }
        summary();
        accelerators();
        servers();
        speed();
        Files.writeString(REPORT, text.toString());
        assertThat(REPORT).isNotEmptyFile();
    }

    private static Map<String, String> before(String file) throws IOException {
        Map<String, String> before = new TreeMap<>();
        for (String line : Files.readAllLines(RESOURCES.resolve(file))) {
            String[] parts = line.split(":", 2);
            before.put(parts[0], parts[1].strip());
        }
        return before;
    }

    private void row(EngineKind kind, String before) {
        ShareNearness all = new ShareNearness();
        StringBuilder trust = new StringBuilder();
        List<Double> qualities = new ArrayList<>();
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            EngineRun run = EngineRun.of(kind.trace(seed));
            DeviceAttribution used = run.attributed();
            run.addTo(all, used);
            ShareNearness one = run.nearness(used);
            trust.append(used.sharing().trust().name().charAt(0));
            used.sharing().quality().ifPresent(qualities::add);
            int level = Math.clamp(used.sharing().trust().ordinal() - ShareTrust.TRUSTED.ordinal(), 0, 2);
            double[] counts = byTrust.get(level);
            counts[0]++;
            counts[1] += one.median() <= 3 && one.p95() <= 10 ? 1 : 0;
            counts[2] += one.shares();
            counts[3] += one.covered() / 100 * one.shares();
        }
        text.append(String.format(Locale.ROOT, "| %s | %s | %.1f / %.1f | %.1f | %.2f | %s | %s |%n",
                kind.name().toLowerCase(Locale.ROOT).replace('_', ' '), before, all.median(), all.p95(), all.covered(),
                all.width(), qualities.stream().sorted().map(quality -> String.format(Locale.ROOT, "%.3f", quality))
                        .collect(Collectors.joining(" ")),
                trust));
    }

    private void summary() {
        text.append("\n| trust | runs | of these within 3 / 10 % | truths within bounds (%) |\n|---|---|---|---|\n");
        String[] names = {"trusted", "flagged", "untrusted"};
        for (int level = TRUSTED; level < names.length; level++) {
            double[] counts = byTrust.get(level);
            text.append(String.format(Locale.ROOT, "| %s | %.0f | %.0f | %.1f |%n", names[level], counts[0], counts[1],
                    100 * counts[3] / Math.max(1, counts[2])));
        }
    }

    private void accelerators() throws IOException {
        text.append(ACCELERATORS);
        Map<String, String> before = before("accelerators-before.txt");
        Map<ShareTrust, TrustedRuns> byTrust = new EnumMap<>(ShareTrust.class);
        for (AcceleratorKind kind : AcceleratorKind.values()) {
            row(kind.name(), "| " + before.getOrDefault(kind.name(), "-") + " ", kind::trace, byTrust);
        }
        trust(byTrust);
    }

    private void servers() {
        text.append(SERVERS);
        Map<ShareTrust, TrustedRuns> byTrust = new EnumMap<>(ShareTrust.class);
        for (ServerKind kind : ServerKind.values()) {
            row(kind.name(), "", kind::trace, byTrust);
        }
        trust(byTrust);
    }

    private void row(String kind, String before, LongFunction<? extends TwoTruthTrace> traces,
            Map<ShareTrust, TrustedRuns> byTrust) {
        TwoTruthRun.Nearness all = new TwoTruthRun.Nearness();
        StringBuilder trust = new StringBuilder();
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            TwoTruthRun run = TwoTruthRun.of(traces.apply(seed));
            DeviceAttribution used = run.attributed();
            run.addTo(all, used);
            trust.append(used.sharing().trust().name().charAt(0));
            byTrust.computeIfAbsent(used.sharing().trust(), level -> new TrustedRuns()).add(run.nearness(used));
        }
        text.append(String.format(Locale.ROOT, "| %s %s| %.1f / %.1f | %.1f | %.1f | %.2f | %s |%n",
                kind.toLowerCase(Locale.ROOT).replace('_', ' '), before, all.owned().median(), all.owned().p95(),
                all.owned().covered(), all.either().covered(), all.owned().width(), trust));
    }

    private void trust(Map<ShareTrust, TrustedRuns> byTrust) {
        text.append(TRUST_BY_TWO_TRUTHS);
        byTrust.forEach((level, runs) -> text.append(String.format(Locale.ROOT, "| %s | %s |%n", level.label(), runs)));
    }

    private void speed() {
        EngineRun run = EngineRun.of(EngineTrace.scale(1));
        DeviceSeries series = run.series();
        long tokens = run.requests().stream().mapToLong(request -> request.tokens().size()).sum();
        double[] seconds = new double[2];
        ShareNearness near = new ShareNearness();
        for (int round = 0; round < seconds.length; round++) {
            long start = System.nanoTime();
            DeviceAttribution used = run.attributed();
            seconds[round] = (System.nanoTime() - start) / 1e9;
            near = run.nearness(used);
        }
        text.append(String.format(Locale.ROOT, """

                ## Speed and memory

                %d processors, Java %s, at most %d MB of heap, in which the simulated run lies as well.

                | requests | tokens | readings | s, first time | s, again | error |
                |---|---|---|---|---|---|
                | %,d | %,d | %,d | %.1f | %.1f | %.1f / %.1f |
                """, Runtime.getRuntime().availableProcessors(), Runtime.version(),
                Runtime.getRuntime().maxMemory() >> 20, run.requests().size(), tokens, series.sampleCount(), seconds[0],
                seconds[1], near.median(), near.p95()));
    }

    private static final String HEAD = """
            # How right shares of overlapping requests are, engine by engine

            Made by one command (some minutes, in the repository's root); it writes this file anew:

                mvn -B -Pthorough -pl ipw-energy/tests -am -Dtest=EngineShareReport -Dtest.argLine=-Xmx1000m test

            Every figure comes from simulated engines in `ipw-energy/tests/src/test/java/dev/ipw/energy/simulation/engine`, where the truth is
            known; no graphics board was measured for it. Engines, loads, boards and logs are drawn anew for each seed, five seeds a row,
            and each kind is unusual in one way. The engines were written apart from what divides their joules.

            The truth is what a request's work caused of the gross joules: a step's fixed cost in equal parts for those in it, own
            work for its owner, idle power with what takes the time. Errors are those of the joules of requests that overlapped, in
            percent, median / 95th percentile; covered is the share of truths within the bounds, in percent; the width is that of the
            bounds as a share of the figure, median. q is the part of the joules of half a second that the work leaves unexplained, a run
            each; T stands for a trusted run, F for a flagged one, U for an untrusted one. The release before this change was run on the
            same traces, and its figures are kept in `engines-before.txt` among the test's resources; it knew no q.

            | engine | error before | covered before | error | covered | width | q, five runs | trust |
            |---|---|---|---|---|---|---|---|
            """;

    private static final String ACCELERATORS = """

            ## Engines of another hand

            A second family, in `ipw-energy/tests/src/test/java/dev/ipw/energy/simulation/accelerator`, was written from a description in
            words: prompts in pieces within a budget of tokens, step times of a roofline, power that is not linear in the work and
            falls with a clock that the power limit and the board's warmth move, counters of 100 ms whose readings are 3 to 7 ms late.

            Nothing physical says what a request's part of such a step is, so there are two truths. The first: compute joules by
            operations, memory joules by bytes, and weights, idle and constant power in equal parts; errors are of that one. The
            second: the Shapley value of each step over its members. "Either" is the share of requests of which one of the two lies
            within the bounds. Truths are in the meter's own units, since no division can undo its gain of up to 5 %.
            Figures before are of the algorithm that knew one law of costs, `accelerators-before.txt`.

            | engine | before: error | covered | either | width | trust | now: error | covered | either | width | trust |
            |---|---|---|---|---|---|---|---|---|---|---|
            """;

    private static final String SERVERS = """

            ## Servers that nobody here drew

            A third family, in `ipw-energy/tests/src/test/java/dev/ipw/energy/simulation/server`, was written by somebody who had seen neither
            this project's code nor its design nor the other families: seventeen kinds of servers, from batches that wait for their longest
            answer to prompts and answers on different boards, experts, adapters, evictions, a clock that follows the load late, deep
            sleep, and a process that nobody logs; seven curves of power; clients that cancel, merge pieces or log no counts; counters of
            20 ms to 1 s and powers of an instant or a second. The truths are as above. One thing was changed after its first figures (other seeds) were
            seen: where no law of costs can be fitted, shares are bounded by each kind of work as if it alone cost joules, and no longer by
            tokens and time alone; in such runs 21 to 99 % of the truths had been within the bounds.

            | server | error | covered | either | width | trust |
            |---|---|---|---|---|---|
            """;

    private static final String TRUST_BY_TWO_TRUTHS = """

            | trust | runs | first truth held in 95 % | either held in 98 % | shares: first truth (%) | either (%) |
            |---|---|---|---|---|---|
            """;

}
