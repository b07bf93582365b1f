package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.simulation.accelerator.AcceleratorKind;
import dev.ipw.energy.simulation.engine.EngineKind;
import dev.ipw.energy.simulation.engine.TwoTruthTrace;
import dev.ipw.energy.simulation.server.ServerKind;
import dev.ipw.telemetry.internal.stream.StreamedBlock;
import dev.ipw.telemetry.internal.stream.StreamedCost;
import dev.ipw.telemetry.internal.stream.StreamedShare;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Writes docs/measurements/streamed-attribution.md; the command that runs it stands in the page. No test of a build. */
class StreamedShareReport {
    private static final Path REPORT = Path.of("..", "..", "docs", "measurements", "streamed-attribution.md");
    private static final int SEEDS = Integer.getInteger("stream.seeds", 1);
    private static final long FIRST_SEED = 40_000;

    private final StringBuilder text = new StringBuilder(HEAD);
    private final ShareNearness allBatch = new ShareNearness();
    private final ShareNearness allStreamed = new ShareNearness();

    /** Runs the same without a build. */
    public static void main(String[] arguments) throws IOException {
        new StreamedShareReport().writeReport();
    }

    @Test
    void writeReport() throws IOException {
        for (EngineKind kind : EngineKind.values()) {
            row(kind.name(), seed -> engine(EngineRun.of(kind.trace(seed))));
        }
        for (AcceleratorKind kind : AcceleratorKind.values()) {
            row("board: " + kind.name(), seed -> twoTruths(kind.trace(seed)));
        }
        for (ServerKind kind : ServerKind.values()) {
            row("server: " + kind.name(), seed -> twoTruths(kind.trace(seed)));
        }
        text.append(row("all", allBatch, allStreamed, new int[ShareTrust.values().length]));
        text.append(COST).append(StreamedCost.rows());
        Files.writeString(REPORT, text.toString());
        assertThat(REPORT).isNotEmptyFile();
    }

    /** A run with its truth, and its division as a whole. */
    private record Run(DeviceSeries series, List<RequestActivity> requests, double limitWatts, DeviceAttribution batch,
            ToDoubleFunction<String> truth) {}

    private static Run engine(EngineRun run) {
        return new Run(run.series(), run.requests(), run.trace().limitWatts(), run.attributed(),
                id -> Objects.requireNonNull(run.trace().truth().get(id)).causedJoules());
    }

    private static Run twoTruths(TwoTruthTrace trace) {
        TwoTruthRun run = TwoTruthRun.of(trace);
        return new Run(run.series(), run.requests(), trace.limitWatts(), run.attributed(),
                id -> Objects.requireNonNull(trace.truth().get(id)).ownedJoules());
    }

    private void row(String kind, LongFunction<Run> runs) {
        ShareNearness batch = new ShareNearness();
        ShareNearness streamed = new ShareNearness();
        int[] trusts = new int[ShareTrust.values().length];
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            Run run = runs.apply(seed);
            StreamedRun stream = StreamedRun.of(run.series(), run.requests(), run.limitWatts());
            double total = run.series().totalJoules();
            assertThat(stream.requestsJoules() + stream.idleJoules() + stream.otherJoules()).as("%s %d", kind, seed)
                    .isCloseTo(total, within(1e-9 * total));
            for (RequestEnergy request : run.batch().requests()) {
                add(List.of(batch, allBatch), request.reading(), run.truth().applyAsDouble(request.id()));
            }
            for (StreamedShare share : stream.shares().values()) {
                add(List.of(streamed, allStreamed), share.energy(),
                        run.truth().applyAsDouble(share.request().id()));
            }
            for (StreamedBlock block : stream.blocks()) {
                block.devices().forEach(device -> trusts[device.trust().ordinal()]++);
            }
        }
        String row = row(kind.toLowerCase(Locale.ROOT).replace('_', ' '), batch, streamed, trusts);
        System.out.print(row);
        text.append(row);
    }

    private static void add(List<ShareNearness> to, EnergyReading energy, double truth) {
        if (energy.isAvailable() && energy.flags().contains(EnergyFlag.ATTRIBUTED) && truth > 0) {
            to.forEach(one -> one.add(energy.joules().orElseThrow(), energy.lower().orElseThrow(),
                    energy.upper().orElseThrow(), truth));
        }
    }

    private static String row(String kind, ShareNearness batch, ShareNearness streamed, int[] trusts) {
        int blocks = Arrays.stream(trusts).sum();
        String trust = blocks == 0
                ? ""
                : String.format(Locale.ROOT, "%d / %d / %d",
                        percent(trusts[ShareTrust.MEASURED.ordinal()] + trusts[ShareTrust.TRUSTED.ordinal()], blocks),
                        percent(trusts[ShareTrust.FLAGGED.ordinal()], blocks),
                        percent(trusts[ShareTrust.UNTRUSTED.ordinal()], blocks));
        return String.format(Locale.ROOT, "| %s | %.1f / %.1f | %.1f | %.2f | %.1f / %.1f | %.1f | %.2f | %s |%n", kind,
                batch.median(), batch.p95(), batch.covered(), batch.width(), streamed.median(), streamed.p95(),
                streamed.covered(), streamed.width(), trust);
    }

    private static long percent(int some, int of) {
        return Math.round(100.0 * some / of);
    }

    private static final String HEAD = """
            # Shares of requests that stream, beside those of a whole run

            Made by one command (some minutes, in the repository's root); it writes this file anew:

                mvn -B -Pthorough -pl ipw-energy/tests -am -Dtest=StreamedShareReport -Dtest.argLine=-Xmx1000m test

            The meter divides joules for good in blocks of 5 s, by the events up to 2.5 s after each block and by costs learned
            from the blocks before. Here the same simulated runs are divided as a whole (`ipw attribute`) and as a stream. The
            engines are those of [attribution-engines.md](attribution-engines.md): the first family, then the boards and servers
            of others, one run a row (`-Dstream.seeds=5` for more). No graphics board was measured.

            Errors are those of requests that overlapped others, in percent, median / 95th percentile, against what their work
            caused; covered is the share of truths within the bounds, in percent; width is that of the bounds as a share of the
            figure, median. A stream begins without costs, so that the first five to ten seconds of each run are divided by tokens
            and untrusted; a meter meets that once. Trust is the share of blocks that are trusted or measured / flagged /
            untrusted, in percent. Requests + idle + other were the growth of each counter to 1e-9 in all runs.

            | engine | whole: error | covered | width | stream: error | covered | width | trust |
            |---|---|---|---|---|---|---|---|
            """;

    private static final String COST = """

            ## Cost

            The processor time of the division with streams of 50 tokens a second, in percent of one core, once costs are known;
            the kept times of tokens and requests do not grow with time.

            | streams | % of a core | kept token times | kept requests |
            |---|---|---|---|
            """;
}
