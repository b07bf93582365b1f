package dev.ipw.cli;

import dev.ipw.error.ConfigurationException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ProfileOptionsTests {
    @Test
    void leavesOpenWhatWasNotTyped() {
        ProfileOptions options = parse();
        assertThat(options.client).isEqualTo("embedded");
        assertThat(options.model).isEmpty();
        assertThat(options.dataset).isEmpty();
        assertThat(options.clientBaseUrl).isEmpty();
        assertThat(options.clientParameters()).isEmpty();
        assertThat(options.telemetry).isEmpty();
        assertThat(options.warmupQueries).isEqualTo(3);
        assertThat(options.idleSeconds).isEqualTo(5);
        assertThat(options.concurrency).isEqualTo(1);
        assertThat(options.outputFolder).isEqualTo(Path.of("runs"));
    }

    @Test
    void asksFewQuestionsOfTheEmbeddedModelOnly() {
        assertThat(parse().questions()).hasValue(60);
        assertThat(parse("--client", "openai").questions()).isEmpty();
        assertThat(parse("--max-queries", "500").questions()).hasValue(500);
    }

    @Test
    void keepsCommasAndEqualSignsInParameters() {
        ProfileOptions options = parse("--client-param", "body.stop=[\"a\",\"b=c\"]", "--client-param", "api_key=x=y==",
                "--client-param", "empty=", "--client-param", "stop=\"", "--dataset-param",
                "subjects=a,b");
        assertThat(options.clientParameters()).isEqualTo(
                Map.of("body.stop", "[\"a\",\"b=c\"]", "api_key", "x=y==", "empty", "", "stop", "\""));
        assertThat(options.datasetParameters()).isEqualTo(Map.of("subjects", "a,b"));
    }

    @Test
    void readsTheAddress() {
        assertThat(parse("--client-base-url", "http://127.0.0.1:8080/v1").clientBaseUrl)
                .contains("http://127.0.0.1:8080/v1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--max-queries many", "--seed 1.5", "--concurrency", "--client-param"})
    void refusesWhatIsOfTheWrongKind(String typed) {
        assertThatThrownBy(() -> parse(typed.split(" "))).isInstanceOf(ParameterException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--max-queries 0", "--warmup-queries -1", "--concurrency 0", "--idle-seconds -1",
            "--idle-seconds NaN", "--idle-seconds 601"})
    void refusesNumbersThatCannotWork(String typed) {
        ProfileOptions options = parse(typed.split(" "));
        assertThatThrownBy(options::check).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(typed.split(" ")[0]);
    }

    private static ProfileOptions parse(String... arguments) {
        OptionsOnly command = new OptionsOnly();
        new CommandLine(command).parseArgs(arguments);
        return command.options;
    }

    @Command(name = "profile")
    private static final class OptionsOnly {
        @Mixin
        private final ProfileOptions options = new ProfileOptions();
    }
}
