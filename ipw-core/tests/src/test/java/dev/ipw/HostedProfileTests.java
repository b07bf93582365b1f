package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.hosted.HostedEstimate;
import dev.ipw.hosted.HostedTable;
import dev.ipw.hosted.HostedTokens;
import dev.ipw.hosted.HostedTotals;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.ProfilingRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("real-time")
class HostedProfileTests {
    private static final String TABLE = """
            {"format": 1, "version": "t", "as_of": "2026-01-01",
             "assumptions": {"batch": [8, 16, 32], "weight_bits": [8, 16, 16], "fit_error": [0.5, 1, 2],
              "joules_per_flop": [1e-12, 2e-12, 4e-12], "attention_per_prompt_token": [0, 0, 1e-4],
              "cached_share": [0, 0.1, 1]},
             "regions": [{"region": "r", "co2e_grams_per_kwh": [100, 200, 300]}],
             "providers": [{"provider": "p", "region": "r", "pue": [1, 1.2, 1.4]}],
             "models": [{"provider": "p", "ids": ["fake:1b"], "active_billions": [1, 1, 1],
              "total_billions": [1, 1, 1], "guess": false, "source": "a test"}]}
            """;

    @TempDir
    Path runs;

    @Test
    void keepsTheEstimateBesideEnergyThatStaysUnavailable() throws InterruptedException, IOException {
        HostedTable table = table();
        ProfileRun run = run(ServingHost.REMOTE, table);

        List<ProfilingRecord> records = records(ProfileRun.open(run.path()));
        assertThat(records).hasSize(3).allSatisfy(record -> {
            HostedTokens tokens = HostedTokens.of(record.metrics().tokens()).orElseThrow();
            assertThat(record.metrics().hosted()).contains(HostedEstimate.of(table, "fake:1b", tokens));
            assertThat(record.metrics().energy().headline().isAvailable()).isFalse();
        });
        HostedTotals totals = run.summary().accounts().hosted().orElseThrow();
        assertThat(totals.queries()).isEqualTo(3);
        assertThat(totals.queriesWithoutTokens()).isZero();
        assertThat(totals.estimate()).isEqualTo(
                records.stream().map(record -> record.metrics().hosted().orElseThrow()).reduce(HostedEstimate::plus));
        assertThat(run.efficiency().intelligencePerJoule().estimate()).isEmpty();
        assertThat(run.summary().totals().deviceEnergy().isAvailable()).isFalse();
        TreeReader summary = TreeReader.ofJson("summary", Files.readString(run.path().resolve("summary.json")));
        assertThat(summary.child("hosted_estimate").child("estimate").text("provenance")).isEqualTo("ESTIMATED");
        assertThat(ProfileRun.open(run.path()).summary()).isEqualTo(run.summary());
    }

    @Test
    void estimatesNothingUnlessAsked() throws InterruptedException {
        ProfileRun run = run(builder(ServingHost.REMOTE));

        assertThat(run.summary().accounts().hosted()).isEmpty();
        assertThat(records(run)).allSatisfy(record -> assertThat(record.metrics().hosted()).isEmpty());
    }

    @Test
    void refusesAModelOfThisMachineAndOneThatTheTableLacksBeforeAnythingIsAsked() throws IOException {
        HostedTable own = table();

        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> run(ServingHost.LOCAL, own))
                .withMessageContaining("runs on this machine");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> run(ServingHost.REMOTE, HostedTable.shipped()))
                .withMessageContaining("does not have the model 'fake:1b'");
        assertThat(runs.resolve("runs")).isEmptyDirectory();
    }

    private HostedTable table() throws IOException {
        return HostedTable.read(Files.writeString(runs.resolve("table.json"), TABLE));
    }

    private ProfileRun run(ServingHost host, HostedTable table) throws InterruptedException {
        return run(builder(host).cost(what -> what.estimateHosted(table)));
    }

    private static ProfileRun run(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    private ProfilerBuilder builder(ServingHost host) {
        return Profiler.builder().client(new FakeClient(prompt -> "yes", host))
                .dataset(new FakeDataset(List.of(DatasetRecord.of("1", "one", "yes"),
                        DatasetRecord.of("2", "two two", "yes"), DatasetRecord.of("3", "three three three", "no"))))
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).calibration(false).telemetry("none"))
                .evaluation(by -> by.evaluator("exact")).output(runs.resolve("runs"));
    }

    private static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.toList();
        }
    }
}
