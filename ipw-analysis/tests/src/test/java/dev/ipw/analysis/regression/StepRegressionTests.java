package dev.ipw.analysis.regression;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.energy.attribution.internal.DeviceAttribution;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.results.RunReader;
import dev.ipw.run.DeviceTotals;
import dev.ipw.testing.MadeRunFolder;
import dev.ipw.testing.MadeRunFolder.Query;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** What tokens cost on a server whose requests overlap, and whose costs are known. */
class StepRegressionTests {
    @TempDir
    private Path folder;

    private AnalysisResult analyzed(SteppedServer server) {
        return analyzed(server, true);
    }

    private AnalysisResult analyzed(SteppedServer server, boolean withTokens) {
        DeviceAttribution device = server.attributed();
        DeviceTotals totals = new DeviceTotals("gpu-0", device.total(), server.served().size(),
                OptionalDouble.of(device.requestsJoules()), OptionalDouble.of(0), OptionalDouble.of(0),
                OptionalDouble.of(device.idleJoules()),
                OptionalDouble.of(device.otherJoules()), Optional.empty(), Optional.empty(),
                Optional.of(device.sharing()));
        RunReader run = MadeRunFolder.write(folder.resolve("run"), server.served().size(), number -> {
            SteppedServer.Served one = server.served().get(number);
            return Query.of(one.input(), withTokens ? one.output() : 0, one.firstNanos() - one.startNanos(),
                    one.endNanos() - one.startNanos())
                    .using(device.requests().get(number).joules().orElseThrow()).overlapping();
        }, List.of(totals));
        return new RegressionAnalysis(Optional.empty(), false).analyze(run);
    }

    private static TreeReader data(AnalysisResult result) {
        return TreeReader.of("regression", result.data());
    }

    @Test
    void regressesTheStepsOfTheDeviceAndNotShares() {
        AnalysisResult result = analyzed(new SteppedServer(300, true));

        TreeReader steps = data(result).children("steps").getFirst();
        assertThat(steps.text("provenance")).isEqualTo("ESTIMATED");
        assertThat(steps.truth("tells_tokens_from_time")).isTrue();
        assertThat(steps.child("output_token").real("value"))
                .isCloseTo(SteppedServer.JOULES_PER_ANSWER_TOKEN, within(0.2 * SteppedServer.JOULES_PER_ANSWER_TOKEN));
        assertThat(steps.child("input_token").real("value"))
                .isCloseTo(SteppedServer.JOULES_PER_PROMPT_TOKEN, within(0.2 * SteppedServer.JOULES_PER_PROMPT_TOKEN));
        TreeReader rules = steps.child("output_token_by_rule");
        assertThat(SteppedServer.JOULES_PER_ANSWER_TOKEN).isBetween(rules.real("lowest"), rules.real("highest"));
        assertThat(rules.real("tokens")).isBetween(rules.real("lowest"), rules.real("highest"));
        assertThat(result.summary()).containsEntry("joint_provenance", "ESTIMATED")
                .containsKeys("steps_energy_per_output_token", "steps_energy_per_output_token_low");
    }

    @Test
    void fitsNoLineToSharesAndSaysWhy() {
        AnalysisResult result = analyzed(new SteppedServer(60, true));

        for (String figure : List.of("energy", "power")) {
            TreeReader joint = data(result).child("joint").child(figure);
            assertThat(joint.children("terms")).isEmpty();
            assertThat(joint.text("reason")).startsWith("requests overlapped, so a query's joules are a share");
        }
        TreeReader line = data(result).child("total_tokens_vs_energy");
        assertThat(line.optionalReal("slope")).isEmpty();
        assertThat(line.text("reason")).contains("requests overlapped");
        assertThat(result.summary()).doesNotContainKeys("energy_per_output_token", "power_per_output_token");
        assertThat(data(result).child("joint").child("total_time").children("terms")).isNotEmpty();
    }

    @Test
    void withoutTokensNoStepTellsWhatOneCosts() {
        AnalysisResult result = analyzed(new SteppedServer(60, true), false);

        assertThat(data(result).children("steps")).isEmpty();
        assertThat(result.summary()).doesNotContainKey("steps_energy_per_output_token");
        assertThat(result.warnings()).anyMatch(warning -> warning.contains("no tokens of their answers are known"));
        assertThat(result.data().toString()).doesNotContain("NaN", "Infinity");
    }

    @Test
    void saysWhereTokensCannotBeToldFromTime() {
        AnalysisResult result = analyzed(new SteppedServer(300, false));

        TreeReader steps = data(result).children("steps").getFirst();
        assertThat(steps.truth("tells_tokens_from_time")).isFalse();
        assertThat(result.warnings())
                .anyMatch(one -> one.contains("the cost of a token cannot be separated from that of time"));
        TreeReader rules = steps.child("output_token_by_rule");
        assertThat(SteppedServer.JOULES_PER_ANSWER_TOKEN).isBetween(rules.real("lowest"), rules.real("highest"));
    }

    @Test
    void queriesThatRanAloneStayMeasured() {
        RunReader run = MadeRunFolder.write(folder.resolve("alone"), 40,
                number -> Query.of(100 + 37L * number % 300, 5 + 53L * number % 90, 1_000_000, 9_000_000)
                        .using(1 + 0.001 * (100 + 37L * number % 300) + 0.02 * (5 + 53L * number % 90)));

        AnalysisResult result = new RegressionAnalysis(Optional.empty(), false).analyze(run);

        assertThat(result.summary()).containsEntry("joint_provenance", "MEASURED")
                .containsKey("energy_per_output_token");
        assertThat(result.data()).doesNotContainKey("steps");
    }
}
