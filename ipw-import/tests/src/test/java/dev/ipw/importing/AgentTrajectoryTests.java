package dev.ipw.importing;

import dev.ipw.error.InputException;
import dev.ipw.importing.AgentTrajectory.Step;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AgentTrajectoryTests {
    @TempDir
    Path folder;

    private static AgentTrajectory continued() throws URISyntaxException {
        return AgentTrajectory.read(Path.of(Objects.requireNonNull(
                AgentTrajectoryTests.class.getResource("atif/continued.json")).toURI()));
    }

    @Test
    void copiedContextIsNotChargedAgain() throws URISyntaxException {
        AgentTrajectory trajectory = continued();
        assertThat(trajectory.charged()).extracting(Step::number).containsExactly(3, 5);
        assertThat(trajectory.costUsd()).hasValue(0.25 + 0.5 + 0.125);
    }

    @Test
    void tokensOfThePromptHoldThoseOfTheCacheAndSubagentsCount() throws URISyntaxException {
        AgentTrajectory trajectory = continued();
        assertThat(trajectory.usage().input()).hasValue(100 + 150 + 10);
        assertThat(trajectory.usage().output()).hasValue(20 + 5 + 1);
        assertThat(trajectory.usage().cachedInput()).hasValue(64 + 96);
    }

    @Test
    void readsToolsAndTheirResults() throws URISyntaxException {
        Step step = continued().steps().get(2);
        assertThat(step.message()).isEqualTo("Going on");
        assertThat(step.toolCalls().getFirst().arguments()).isEqualTo("{\"command\":\"ls\"}");
        assertThat(step.results().getFirst().content()).isEqualTo("a.txt");
    }

    @Test
    void othersTellNoJoules() throws URISyntaxException {
        assertThat(continued().joules()).isEmpty();
        assertThat(continued().stepJoules()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            value = {"ATIF-v1.7|ATIF-v2.0|schema_version", "\"step_id\": 3|\"step_id\": 7|must be 3",
                    "\"source\": \"user\"|\"source\": \"nobody\"|system, user or agent",
                    "\"prompt_tokens\": 100|\"prompt_tokens\": -1|prompt_tokens",
                    "\"cost_usd\": 1.5|\"cost_usd\": -0.5|cost_usd must be from 0 to 1000000 dollars",
                    "\"cost_usd\": 1.5|\"cost_usd\": 1e308|cost_usd must be from 0 to 1000000 dollars"})
    void saysWhatIsWrong(String there, String instead, String told) throws IOException, URISyntaxException {
        String json = Files.readString(Path.of(Objects.requireNonNull(
                AgentTrajectoryTests.class.getResource("atif/continued.json")).toURI()));
        Path file = Files.writeString(folder.resolve("t.json"), json.replaceFirst(Pattern.quote(there),
                instead));
        assertThatThrownBy(() -> AgentTrajectory.read(file)).isInstanceOf(InputException.class)
                .hasMessageContaining(told);
    }
}
