package dev.ipw.cli;

import dev.ipw.cli.profile.ProfileOptions;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.load.Load;
import dev.ipw.settings.QuestionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ConfigFileTests {
    @TempDir
    Path folder;

    private String[] expand(String content, String... typed) throws IOException {
        Path file = Files.writeString(folder.resolve("options.yaml"), content);
        List<String> arguments = new ArrayList<>(List.of("profile", "--config", file.toString()));
        arguments.addAll(List.of(typed));
        return ConfigFile.expand(arguments.toArray(String[]::new), new CommandLine(new OptionsOnly()).getCommandSpec());
    }

    private ProfileOptions options(String content, String... typed) throws IOException {
        OptionsOnly command = new OptionsOnly();
        String[] arguments = expand(content, typed);
        new CommandLine(command).parseArgs(List.of(arguments).subList(1, arguments.length).toArray(String[]::new));
        return command.options;
    }

    @Test
    void takesOptionsByTheirNames() throws IOException {
        ProfileOptions options = options("""
                client: openai
                model: m
                rate: 2.5          # a second
                max-queries: 20
                overwrite: true
                client-param:
                  temperature: 0
                  body.stop: '["a"]'
                dataset-param: [split=test, evaluator=exact]
                """);
        assertThat(options.client()).isEqualTo("openai");
        assertThat(options.load()).isEqualTo(Load.poisson(2.5));
        assertThat(options.questions()).hasValue(20);
        assertThat(options.overwrite).isTrue();
        assertThat(options.clientParameters()).isEqualTo(Map.of("temperature", "0", "body.stop", "[\"a\"]"));
        assertThat(options.asked(QuestionSettings.DEFAULTS).parameters())
                .isEqualTo(Map.of("split", "test", "evaluator", "exact"));
    }

    @Test
    void readsJsonToo() throws IOException {
        assertThat(options("{\"client\": \"openai\", \"concurrency\": 4}").load()).isEqualTo(Load.concurrency(4));
    }

    @Test
    void whatIsTypedWins() throws IOException {
        String content = "rate: 5\narrival: constant\nmodel: a\nclient-param: {x: 1, y: 2}\nrepeat: 3\noverwrite: false\n";
        ProfileOptions options = options(content, "--model=b", "--concurrency", "2", "--client-param", "x=9", "--sweep",
                "rate:1,2");
        assertThat(options.model).contains("b");
        assertThat(options.clientParameters()).isEqualTo(Map.of("x", "9", "y", "2"));
        assertThat(options("rate: 5\narrival: constant\n", "--concurrency", "2").load()).isEqualTo(Load.concurrency(2));
        assertThat(options("rate: 5\narrival: constant\n", "--rate", "2").load()).isEqualTo(Load.constant(2));
        assertThat(options("repeat: 3\n", "--sweep", "concurrency:1,2").plan()).isPresent();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"overwrite: true;sweep: rate:1,2|--resume|",
            "repeat: 3|--resume|", "find-rate: true;attainment: 0.9|--resume|", "resume: true|--overwrite|",
            "resume: true|--repeat 3|", "burstiness: 2|--arrival constant --rate 2|",
            "burstiness: 2|--arrival=Poisson --rate 2|", "burstiness: 2|--arrival gamma --rate 2|--burstiness=2",
            "arrival: constant|--burstiness 2 --rate 2|", "replay: t.csv;replay-speed: 2|--sweep rate:1,2|",
            "replay: t.csv;replay-speed: 2|--find-rate|", "replay: t.csv;replay-speed: 2|--dataset starter|",
            "replay: t.csv;replay-speed: 2|--ramp 5|", "find-rate: true;attainment: 0.9|--max-queries 5|",
            "ramp: 5;max-queries: 5|--find-rate|", "ramp: 5;max-queries: 5|--sweep=rate:auto|",
            "rate: 5;arrival: constant|--sweep concurrency:1,2|", "rate: 5;burstiness: 2|--sweep=concurrency:1,2|",
            "rate: 5;arrival: constant|--sweep rate:1,2|--arrival=constant", "sweep: rate:1,2|--concurrency 2|"})
    void whatIsTypedTakesThePlaceOfWhatContradictsIt(String content, String typed, @Nullable String left)
            throws IOException {
        String[] expanded = expand("run-name: r\nslo: ttft=1\n" + content.replace(';', '\n') + "\n", typed.split(" "));
        List<String> expected = new ArrayList<>(List.of("--run-name=r", "--slo=ttft=1"));
        Optional.ofNullable(left).ifPresent(expected::add);
        assertThat(List.of(expanded).subList(1, List.of(expanded).indexOf("--config")))
                .containsExactlyElementsOf(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"concurency: 3|'concurrency'", "--rate: 3|'rate'", "config: other.yaml|config",
            "zzzzzzzzzzzz: 1|--help"})
    void refusesWhatIsNoOption(String content, String hint) {
        assertThatThrownBy(() -> expand(content)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("options.yaml").hasMessageContaining(hint);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rate: [1, 2]", "rate: {a: 1}", "rate:", "overwrite: 3", "client-param: [[1]]"})
    void refusesValuesOfTheWrongKind(String content) {
        assertThatThrownBy(() -> expand(content)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("options.yaml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "- a\n- b", "just text", "a: [1", "a: 1\na: 2", "a: !!java.io.File [x]"})
    void refusesWhatHoldsNoOptions(String content) {
        assertThatThrownBy(() -> expand(content)).isInstanceOf(InputException.class)
                .hasMessageContaining("options.yaml");
    }

    @Test
    void quotesNoValueOfATornFile() {
        assertThatThrownBy(() -> expand("client-param: {api_key: 's3cret\nmodel: [")).isInstanceOf(InputException.class)
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void saysThatThereIsNone() {
        assertThatThrownBy(() -> ConfigFile.expand(new String[]{"profile", "--config=none.yaml"},
                new CommandLine(new OptionsOnly()).getCommandSpec())).isInstanceOf(InputException.class)
                .hasMessageContaining("none.yaml");
    }

    @Test
    void leavesOtherCommandsAlone() {
        String[] typed = {"list", "--config", "x"};
        assertThat(ConfigFile.expand(typed, new CommandLine(new OptionsOnly()).getCommandSpec())).isEqualTo(typed);
    }

    @Command(name = "profile")
    private static final class OptionsOnly {
        @Mixin
        private final ProfileOptions options = new ProfileOptions();
    }
}
