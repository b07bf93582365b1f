package dev.ipw.cli;

import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The estimate of a model that others host, from the command line. */
class HostedEstimateTests {
    private static final String TABLE = """
            {"format": 1, "version": "mine-1", "as_of": "2026-01-01",
             "assumptions": {"batch": [32, 64, 512], "weight_bits": [8, 16, 16], "fit_error": [0.25, 1, 4],
              "joules_per_flop": [4e-13, 1.5e-12, 5e-12], "attention_per_prompt_token": [0, 1e-5, 3.4e-5],
              "cached_share": [0, 0.1, 1]},
             "regions": [{"region": "us", "co2e_grams_per_kwh": [100, 384, 700], "water_liters_per_kwh": [1, 3, 8]}],
             "providers": [{"provider": "Example", "region": "us", "pue": [1.1, 1.2, 1.3],
              "water_liters_per_kwh": [0.1, 0.5, 1.5]}],
             "models": [{"provider": "Example", "ids": ["fake"], "active_billions": [20, 40, 80],
              "total_billions": [100, 200, 400], "guess": true, "source": "a guess"}]}
            """;

    @TempDir
    Path folder;

    private final CapturedTerminal captured = new CapturedTerminal();

    @Test
    void showsTheEstimateWithItsWordBesideEnergyThatIsUnavailable() throws Exception {
        assertThat(profile("--serving-host", "remote", "--hosted-models", table().toString())).as(captured.err())
                .isZero();

        assertThat(captured.out()).containsPattern("Energy +unavailable")
                .containsPattern("Hosted estimate .*ESTIMATED from tokens, not measured")
                .doesNotContain("J/query");
        assertThat(IpwCommand.run(new String[]{"analyze", folder.resolve("run").toString()}, captured.terminal(200)))
                .isZero();
        assertThat(captured.out().replaceAll("\\s+", " ")).contains(" CO2e; ")
                .contains(" of water (fake of Example, whose"
                        + " size is a guess; hosted models table.json mine-1 of 2026-01-01, method hosted-1)");
        TreeReader summary = TreeReader.ofJson("summary",
                Files.readString(folder.resolve("run").resolve("summary.json")));
        assertThat(summary.child("hosted_estimate").whole("queries")).isEqualTo(2);
    }

    @Test
    void asksNothingForAModelThatIsNotHostedOrNotKnown() throws Exception {
        assertThat(profile("--hosted-models", table().toString())).isEqualTo(2);
        assertThat(captured.err()).contains("runs on this machine").contains("Leave out --estimate-hosted");
        assertThat(profile("--serving-host", "remote", "--estimate-hosted")).isEqualTo(2);
        assertThat(captured.err()).contains("does not have the model 'fake'").contains("--hosted-models FILE");
    }

    private Path table() throws IOException {
        return Files.writeString(folder.resolve("table.json"), TABLE);
    }

    private int profile(String... more) throws Exception {
        try (FakeChatServer server = new FakeChatServer(100, FakeChatServer.Then.FAIL)) {
            return new QuestionsProfile(folder, """
                    {"id": "a", "problem": "6 * 7?", "answer": "42"}
                    {"id": "b", "problem": "6 * 8?", "answer": "48"}
                    """, captured, 110).run(server, more);
        }
    }
}
