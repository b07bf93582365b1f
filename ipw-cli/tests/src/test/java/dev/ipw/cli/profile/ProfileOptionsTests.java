package dev.ipw.cli.profile;

import dev.ipw.analysis.ServiceLevels;
import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.text.CommandWords;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.load.Load;
import dev.ipw.series.Interleaved;
import dev.ipw.series.RateSearch;
import dev.ipw.series.Repeats;
import dev.ipw.series.Sweep;
import dev.ipw.settings.QuestionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

class ProfileOptionsTests {
    @Test
    void leavesOpenWhatWasNotTyped() {
        ProfileOptions options = parse();
        assertThat(options.client()).isEqualTo("embedded");
        assertThat(options.model).isEmpty();
        assertThat(options.dataset).isEmpty();
        assertThat(options.clientBaseUrl).isEmpty();
        assertThat(options.clientParameters()).isEmpty();
        assertThat(options.telemetry).isEmpty();
        assertThat(options.warmupQueries).isEqualTo(3);
        assertThat(options.epochs).isEmpty();
        assertThat(options.promptTemplate).isEmpty();
        assertThat(options.offline).isFalse();
        assertThat(options.idleSeconds).isEqualTo(5);
        assertThat(options.load()).isEqualTo(Load.sequential());
        assertThat(options.outputFolder).isEqualTo(Path.of("runs"));
    }

    @Test
    void runsAShardOfOneNamedRunOnly() {
        assertThatThrownBy(() -> parse("--shard", "0/2").check()).hasMessageContaining("add --run-name NAME");
        assertThatThrownBy(() -> parse("--shard", "0/2", "--run-name", "a", "--repeat", "3").check())
                .hasMessageContaining("leave --sweep, --find-rate and --repeat out");
    }

    @Test
    void asksAnAddressAloneAsOpenAisApi() {
        assertThat(parse("--client-base-url", "gpu:8000").client()).isEqualTo("openai");
        assertThat(parse("--client-base-url", "gpu:8000", "--client", "ollama").client()).isEqualTo("ollama");
        assertThat(parse("--client-base-url", "gpu:8000").questions()).isEmpty();
    }

    @Test
    void takesHeadersAsTheyAreWrittenOrAsAFileGivesThem() {
        assertThat(parse("--header", "X-Tenant: a:b=c", "--header=X-Gate=1", "--client-param", "stream=false")
                .clientParameters()).containsOnly(entry("header.X-Tenant", "a:b=c"), entry("header.X-Gate", "1"),
                        entry("stream", "false"));
    }

    @Test
    void asksFewQuestionsOfTheEmbeddedModelOnly() {
        assertThat(parse().questions()).hasValue(60);
        assertThat(parse("--client", "openai").questions()).isEmpty();
        assertThat(parse("--max-queries", "500").questions()).hasValue(500);
    }

    @Test
    void readsHowOftenByWhichTemplateAndFromWhereQuestionsAreAsked() {
        ProfileOptions options = parse("--epochs", "3", "--prompt-template", "five-shot", "--offline");
        assertThat(options.epochs).contains(3);
        assertThat(options.promptTemplate).hasValue("five-shot");
        assertThat(options.offline).isTrue();
        assertThatThrownBy(() -> parse("--epochs", "0").check()).isInstanceOf(ConfigurationException.class)
                .hasMessage("How often each question is asked (epochs(...)) must be at least 1, not 0");
        assertThatThrownBy(() -> parse("--find-rate", "--slo", "ttft=1s", "--rate", "1", "--duration", "1s", "--epochs",
                "2").check()).isInstanceOf(ConfigurationException.class).hasMessageContaining("leave --epochs out");
    }

    @Test
    void keepsCommasAndEqualSignsInParameters() {
        ProfileOptions options = parse("--client-param", "body.stop=[\"a\",\"b=c\"]", "--client-param", "api_key=x=y==",
                "--client-param", "empty=", "--client-param", "stop=\"", "--dataset-param",
                "subjects=a,b");
        assertThat(options.clientParameters()).isEqualTo(
                Map.of("body.stop", "[\"a\",\"b=c\"]", "api_key", "x=y==", "empty", "", "stop", "\""));
        assertThat(options.asked(QuestionSettings.DEFAULTS).parameters()).isEqualTo(Map.of("subjects", "a,b"));
    }

    @Test
    void namesOfVariablesOfTasksAreAParameterOfTheDataset() {
        ProfileOptions options = parse("--task-env", "A_KEY,B", "--task-env", "C", "--dataset-param", "tasks=x",
                "--dataset-param", "task_env=D");
        assertThat(options.asked(QuestionSettings.DEFAULTS).parameters())
                .isEqualTo(Map.of("tasks", "x", "task_env", "D,A_KEY,B,C"));
        assertThat(CommandWords.of("add the dataset parameter task_env=A,B; otherwise"))
                .isEqualTo("add --task-env A,B; otherwise");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"concurrency; 1,2,4", "rate; 0.5,1"})
    void namesTheSweepWhereOneNumberIsWanted(String option, String list) {
        CapturedTerminal captured = new CapturedTerminal();
        assertThat(IpwCommand.run(new String[]{"profile", "--" + option, list}, captured.terminal(80)))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("'--" + option + "': '" + list
                + "' is more than one number. --sweep " + option + ":" + list + " runs once at each\n");
        assertThat(parse("--sweep", option + ":" + list).plan()).isPresent();
    }

    @Test
    void aDecimalCommaIsNotTakenForAList() {
        CapturedTerminal captured = new CapturedTerminal();
        assertThat(IpwCommand.run(new String[]{"profile", "--rate", "0,5"}, captured.terminal(80)))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("'0,5' is not a number. A decimal has a point: 0.5")
                .doesNotContain("--sweep");
    }

    @Test
    void readsHowTheModelGenerates() {
        assertThat(parse().generation.in(GenerationOptions.NONE)).isEqualTo(GenerationOptions.NONE);
        ProfileOptions options = parse("--max-tokens", "64", "--temperature", "0.7", "--top-p", "0.9", "--stop", "END",
                "--stop", "a,b", "--sampling-seed", "-3", "--system", "Answer in one word.");
        assertThat(options.generation.in(GenerationOptions.NONE))
                .isEqualTo(GenerationOptions.NONE.withMaxTokens(64).withTemperature(0.7).withTopP(0.9)
                        .withStop(List.of("END", "a,b")).withSeed(-3));
        assertThat(options.asked(QuestionSettings.DEFAULTS).system()).contains("Answer in one word.");
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
            "--idle-seconds NaN", "--idle-seconds 601", "--max-tokens 0", "--temperature -1", "--temperature NaN",
            "--top-p 0", "--top-p 1.1"})
    void refusesNumbersThatCannotWork(String typed) {
        ProfileOptions options = parse(typed.split(" "));
        assertThatThrownBy(options::check).isInstanceOf(ConfigurationException.class)
                .satisfies(refused -> assertThat(CommandWords.of(String.valueOf(refused.getMessage())))
                        .contains(typed.split(" ")[0]));
    }

    @Test
    void readsTheLoad() {
        assertThat(parse("--concurrency", "8", "--ramp", "10").load())
                .isEqualTo(Load.concurrency(8).rampedOver(Duration.ofSeconds(10)));
        assertThat(parse("--rate", "2.5").load()).isEqualTo(Load.poisson(2.5));
        assertThat(parse("--rate", "2.5", "--arrival", "constant", "--duration", "2m").load())
                .isEqualTo(Load.constant(2.5).lasting(Duration.ofMinutes(2)));
        assertThat(parse("--rate", "2", "--burstiness", "0.3", "--duration", "500ms").load())
                .isEqualTo(Load.gamma(2, 0.3).lasting(Duration.ofMillis(500)));
    }

    @Test
    void asksTheEmbeddedModelAsLongAsToldTo() {
        assertThat(parse("--duration", "10").questions()).isEmpty();
        assertThat(parse("--duration", "10", "--max-queries", "7").questions()).hasValue(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--arrival poisson", "--burstiness 2", "--rate 0", "--rate NaN", "--rate -1", "--rate 1e9",
            "--rate 5 --concurrency 2", "--rate 5 --arrival evenly", "--rate 5 --arrival gamma",
            "--rate 5 --arrival constant --burstiness 2", "--rate 5 --burstiness 0", "--ramp soon", "--ramp -1",
            "--duration 0", "--duration 1y", "--duration 99999h"})
    void refusesALoadThatCannotBe(String typed) {
        ProfileOptions options = parse(typed.split(" "));
        assertThatThrownBy(options::check).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void readsSeveralRuns() {
        assertThat(parse().plan()).isEmpty();
        assertThat(parse("--sweep", "rate:1..4:x2").plan()).contains(Sweep.rates(1, 2, 4));
        assertThat(parse("--sweep", "concurrency:1,8", "--slo", "ttft=1").plan())
                .contains(Sweep.concurrency(1, 8).keeping(ServiceLevels.parse("ttft=1")));
        assertThat(parse("--repeat", "5").plan()).contains(Repeats.of(5));
        assertThat(parse("--sweep", "concurrency:1,8", "--interleave", "4").plan())
                .contains(new Interleaved(Sweep.concurrency(1, 8), 4));
        assertThatThrownBy(() -> parse("--interleave", "4").plan()).isInstanceOf(ConfigurationException.class);
        RateSearch search = RateSearch.within(ServiceLevels.parse("ttft=1"));
        assertThat(parse("--find-rate", "--slo", "ttft=1").plan()).contains(search);
        assertThat(parse("--sweep", "rate:auto", "--slo", "ttft=1").plan()).contains(search);
        assertThat(parse("--find-rate", "--slo", "ttft=1", "--attainment", "0.9", "--rate", "4").plan())
                .contains(search.attaining(0.9).from(4));
        assertThat(parse("--find-rate", "--slo", "ttft=1", "--arrival", "constant").load())
                .isEqualTo(Load.constant(1));
        assertThat(parse("--sweep", "rate:2,4", "--burstiness", "0.5").load()).isEqualTo(Load.gamma(1, 0.5));
        assertThat(parse("--find-rate", "--slo", "ttft=1").questions()).isEmpty();
    }

    @Test
    void readsACut() {
        assertThat(parse("--cut-start", "10", "--cut-end", "500ms").load())
                .isEqualTo(Load.sequential().cut(Duration.ofSeconds(10), Duration.ofMillis(500)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--sweep rate:1,2 --repeat 3", "--sweep rate:1,2 --find-rate --slo ttft=1",
            "--repeat 3 --find-rate --slo ttft=1", "--find-rate", "--attainment 0.9", "--repeat 1", "--sweep rate:auto",
            "--find-rate --slo ttft=1 --max-queries 5", "--sweep rate:1,2 --rate 3", "--sweep rate:1,2 --concurrency 3",
            "--sweep concurrency:1,2 --concurrency 3", "--sweep concurrency:1,2 --arrival poisson",
            "--find-rate --slo ttft=1 --attainment 1", "--replay none.jsonl", "--replay-speed 2",
            "--replay none.jsonl --rate 3", "--cut-start -1", "--cut-end soon"})
    void refusesRunsThatCannotBe(String typed) {
        ProfileOptions options = parse(typed.split(" "));
        assertThatThrownBy(options::check).isInstanceOfAny(ConfigurationException.class, InputException.class);
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
