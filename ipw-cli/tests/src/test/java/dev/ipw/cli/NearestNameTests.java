package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.PositionalParamSpec;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class NearestNameTests {
    @TempDir
    static Path runs;

    private final CapturedTerminal captured = new CapturedTerminal();

    @BeforeAll
    static void profile() throws InterruptedException {
        ProfileRun _ = FakeRuns.run(FakeRuns.builder(runs, "demo", 2,
                number -> DatasetRecord.of("q" + number, "What is 6 times 7?", "42"),
                question -> new FakeRuns.Answer(0, 0, 3, 2))
                .evaluator((question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of("42"), "", Map.of())));
    }

    @ParameterizedTest
    @CsvSource({"profle, profile", "profile --max-querys 3, --max-queries", "profile --max-querys=3, --max-queries",
            "profile --dataset aritmetic, arithmetic", "profile --client opennai, openai",
            "profile --telemetry nvm, nvml", "profile --evaluator exct, exact", "list clints, clients",
            "run --agent raect, react", "run --tools fle_read, file_read", "datasets shw, show",
            "datasets show mlu-pro, mmlu-pro", "show RUN --sort latncy, latency",
            "analyze RUN --analysis acuracy, accuracy", "analyze RUN --option bye=level, by",
            "plot RUN --visualization regresion, regression",
            "plot RUN --visualization histogram --dimension latncy, latency",
            "compare RUN RUN --fail-if joules_per_qery>5%, joules_per_query", "export RUN --format tracs, traces",
            "export RUN --columns verdct, verdict", "attribute RUN --rule eqal, equal"})
    void namesTheNearest(String typed, String meant) {
        String[] arguments = Stream.of(typed.split(" "))
                .map(word -> word.equals("RUN") ? runs.resolve("demo").toString() : word).toArray(String[]::new);
        assertThat(IpwCommand.run(arguments, captured.terminal(100))).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("Did you mean '" + meant + "'");
        assertThat(captured.out()).isEmpty();
    }

    /** Every word of every group of commands: commands inside a command, and words of an argument that is an action or a kind. */
    static Stream<Arguments> words() {
        CommandLine ipw = IpwCommand.line(new String[0], new CapturedTerminal().terminal(80));
        List<Arguments> words = words(ipw, List.of());
        assertThat(words).extracting(one -> one.get()[0]).contains(List.of(), List.of("bench"), List.of("datasets"),
                List.of("servers"), List.of("list"));
        return words.stream();
    }

    private static List<Arguments> words(CommandLine command, List<String> path) {
        List<Arguments> words = new ArrayList<>();
        command.getSubcommands().forEach((name, inside) -> {
            words.add(Arguments.of(path, name));
            words.addAll(words(inside, Stream.concat(path.stream(), Stream.of(name)).toList()));
        });
        for (PositionalParamSpec argument : command.getCommandSpec().positionalParameters()) {
            if (Set.of("ACTION", "KIND").contains(argument.paramLabel())) {
                assertThat(argument.completionCandidates()).as(path + " " + argument.paramLabel()).isNotEmpty();
                argument.completionCandidates().forEach(name -> words.add(Arguments.of(path, name)));
            }
        }
        return words;
    }

    @ParameterizedTest
    @MethodSource("words")
    void namesTheNearestOfEveryGroupOfCommands(List<String> path, String meant) {
        String misspelt = meant.substring(0, meant.length() - 2) + meant.charAt(meant.length() - 1);
        String[] arguments = Stream.concat(path.stream(), Stream.of(misspelt)).toArray(String[]::new);
        assertThat(IpwCommand.run(arguments, captured.terminal(100))).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).containsPattern("Did you mean .*'" + meant + "'");
    }

    @Test
    void namesTheNearestCommandWhereFurtherArgumentsStandBehindIt() {
        assertThat(IpwCommand.run(new String[]{"bench", "shw", "runs/grid", "1"}, captured.terminal(100)))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).startsWith("Unknown command 'shw'. Did you mean 'show'?");
    }

    @Test
    void guessesNothingWhereNoNameIsNear() {
        assertThat(IpwCommand.run(new String[]{"profile", "--zzzzzzzzzz"}, captured.terminal(100)))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).startsWith("Unknown option '--zzzzzzzzzz'.\n").doesNotContain("Did you mean");
    }

    @Test
    void saysWhichArgumentIsOneTooMany() {
        assertThat(IpwCommand.run(new String[]{"show", "a", "b", "c"}, captured.terminal(100)))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).startsWith("'c' is one argument too many.");
    }
}
