package dev.ipw.benchmarks.task;

import dev.ipw.benchmarks.hub.HubServer;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.Datasets;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.inference.Message;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class HubRepositoryTests {
    private static final String ROWS = """
            {"uid":"a","question":"Two and two?","right":1,"options":["3","4","5"],"level":"easy","hint":"add"}
            {"uid":"b","question":"Three and one?","right":2,"options":["2","3","4"],"level":"hard","hint":"add"}
            """;
    private static final String EVAL = """
            name: Sums
            description: made up
            evaluation_framework: inspect-ai
            tasks:
              - id: choices
                split: train
                epochs: 3
                epoch_reducer: [mode, pass_at_2]
                shuffle_choices: true
                field_spec: {input: question, target: right, choices: options, metadata: [level, hint]}
                solvers:
                  - name: system_message
                    args: {template: "You are good at sums."}
                  - name: multiple_choice
                scorers:
                  - name: choice
              - id: open
                split: train
                field_spec: {input: question, target: "literal:4", metadata: [hint]}
                solvers:
                  - name: prompt_template
                    args: {template: "{prompt} Hint: {hint}"}
                  - name: generate
                scorers:
                  - name: match
                    args: {location: end, numeric: true}
                  - name: includes
            """;

    private final HubServer server = HubServer.start();
    private final List<String> told = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void stop() {
        server.close();
    }

    private Dataset open(String name, Map<String, String> parameters) {
        return Datasets.open(name, Parameters.of("dataset", parameters),
                DatasetContext.of(Map.of("HF_ENDPOINT", server.endpoint(), "HF_HOME", folder.toString()))
                        .withCacheFolder(folder.resolve("ipw")).withProgress(told::add),
                Plugins.builder("dataset", DatasetProvider.class).build());
    }

    private HubServer.Repository repository() {
        return server.repository("me/sums").file("train.jsonl", ROWS);
    }

    private static List<DatasetRecord> records(Dataset dataset) {
        try (Stream<DatasetRecord> records = dataset.records()) {
            return records.toList();
        }
    }

    private static List<Message> prompt(Dataset dataset) {
        return dataset.promptTemplates().getFirst().opening(records(dataset).getFirst());
    }

    @Test
    void asksChoicesAsAnEvalFileSays() {
        String commit = repository().file("eval.yaml", EVAL).commit();
        Dataset dataset = open("hf:me/sums/choices", Map.of());
        List<DatasetRecord> records = records(dataset);

        assertThat(dataset.id()).isEqualTo("hf:me/sums/choices@" + commit);
        assertThat(dataset.defaultEvaluator()).isEqualTo("choice");
        assertThat(records).allSatisfy(record -> assertThat(record.choices().get(record.answer().charAt(0) - 'A'))
                .isEqualTo("4"));
        assertThat(records.getFirst().metadata()).containsEntry("level", "easy").containsKey("choice_order");
        assertThat(prompt(dataset)).hasSize(2).first().isEqualTo(Message.system("You are good at sums."));
        assertThat(prompt(dataset).getLast().text()).startsWith("Two and two?\n\nA) ").contains("ANSWER: X");
        assertThat(dataset.epochs()).isEqualTo(3);
        assertThat(records.getFirst().metadata()).containsEntry("epoch_reducer", List.of("mode", "pass_at_2"));
        assertThat(records(open(dataset.id(), Map.of()))).isEqualTo(records);
    }

    @Test
    void fillsTemplatesAndKeepsTheArgumentsOfTheScorer() {
        repository().file("eval.yaml", EVAL);
        Dataset dataset = open("hf:me/sums/open", Map.of());

        assertThat(prompt(dataset).getLast().text()).isEqualTo("Two and two? Hint: add");
        assertThat(records(dataset)).allSatisfy(record -> {
            assertThat(record.answer()).isEqualTo("4");
            assertThat(record.metadata()).containsEntry("scoring", Map.of("location", "end", "numeric", true));
        });
        assertThat(told).anyMatch(said -> said.contains("several scorers; the verdict is that of match"));
    }

    private String asked(String solvers) {
        String steps = solvers.lines().map(line -> "      - " + line + "\n").reduce("", String::concat);
        repository().file("eval.yaml", """
                tasks:
                - split: train
                  field_spec: {input: question, target: right, choices: options, metadata: [level, hint, right]}
                  solvers:
                %s  scorers: [{name: choice}]
                """.formatted(steps));
        return prompt(open("hf:me/sums", Map.of())).getLast().text();
    }

    @Test
    void fillsATemplateOnceAndReadsDoubledBraces() {
        server.repository("me/braces").file("train.jsonl", """
                {"q":"Is {hint} a set, as in \\\\boxed{{1}}?","hint":"{level}","level":3,"sure":true,"a":"yes"}
                """).file("eval.yaml", """
                tasks:
                - split: train
                  field_spec: {input: q, target: a, metadata: [hint, level, sure]}
                  solvers:
                  - name: prompt_template
                    args: {template: "{prompt} [{hint}, {level}, {sure}, {unknown}, {tone}] \\\\boxed{{}}", tone: calm}
                  scorers: [{name: match}]
                """);

        assertThat(prompt(open("hf:me/braces", Map.of())).getLast().text())
                .isEqualTo("Is {hint} a set, as in \\boxed{{1}}? [{level}, 3, True, {unknown}, calm] \\boxed{}");
    }

    @Test
    void letsAModelThinkOnlyWhereTheTaskSaysSo() {
        assertThat(asked("name: multiple_choice")).contains("Exactly one choice").contains("nothing but the line")
                .doesNotContain("Think");
        assertThat(asked("{name: multiple_choice, args: {cot: true}}")).contains("Think step by step")
                .doesNotContain("nothing but");
        assertThat(asked("{name: multiple_choice, args: {multiple_correct: true}}")).contains("or several are right")
                .contains("their letters").doesNotContain("Exactly one");
        assertThat(asked("{name: multiple_choice, args: {template: \"{question}|{choices}|{letters}\"}}"))
                .isEqualTo("Two and two?|A) 3\nB) 4\nC) 5|A,B,C");
    }

    @Test
    void tellsWhatTheAuthorsDoThatTheRunMustBeToldToDo() {
        asked("name: multiple_choice\n{name: generate, args: {temperature: 0.2, max_tokens: 9}}");

        assertThat(told).anyMatch(said -> said.contains("is asked with max_tokens=9, temperature=0.2 by its authors"));
    }

    @Test
    void mapsColumnsByParameters() {
        repository();
        Dataset dataset = open("hf:me/sums", Map.of("input", "question", "target", "right", "choices", "options", "id",
                "uid", "subject", "level"));

        assertThat(dataset.defaultEvaluator()).isEqualTo("multiple-choice");
        assertThat(records(dataset)).extracting(DatasetRecord::id, DatasetRecord::answer)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("a", "B"),
                        org.assertj.core.groups.Tuple.tuple("b", "C"));
        assertThat(records(dataset).getFirst().subject()).contains("easy");
    }

    @Test
    void saysWhatToGiveWhereThereIsNoEvalFile() {
        repository();

        assertThatThrownBy(() -> open("hf:me/sums", Map.of())).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("no eval.yaml").hasMessageContaining("the dataset parameters input=COLUMN");
        assertThatThrownBy(() -> records(open("hf:me/sums", Map.of("input", "prompt"))))
                .isInstanceOf(InputException.class).hasMessageContaining("'prompt' is empty or missing")
                .hasMessageContaining("uid, question");
        assertThatThrownBy(() -> open("hf:sums", Map.of())).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("write hf:owner/name");
    }

    @Test
    void wantsATaskWhereThereAreSeveral() {
        repository().file("eval.yaml", EVAL);

        assertThatThrownBy(() -> open("hf:me/sums", Map.of())).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("several tasks").hasMessageContaining("choices, open");
        assertThatThrownBy(() -> open("hf:me/sums/closed", Map.of())).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("no task 'closed'; it has choices, open");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pass_at_2 | pass_at_4 | asks each question 3 times only
            pass_at_2 | best | known are mean, median, mode, max, at_least_K and pass_at_K
            epochs: 3 | epochs: 0 | no whole number from 1 to 10,000
            epochs: 3 | epochs: many | no whole number from 1 to 10,000: many
            shuffle_choices: true | shuffle_choices: sometimes | must be true or false, not sometimes
            name: choice | {name: choice, args: {strict: true}} | gives its scorer choice the argument 'strict'
            name: multiple_choice | {name: multiple_choice, args: {template: Guess}} | lacks {question} or {choices}
            name: multiple_choice | {name: multiple_choice, args: {shuffle: true}} | the argument 'shuffle'
            name: multiple_choice | name: prompt_template | without a template
            name: system_message | name: user_message | behind a user_message
            - name: system_message | - name: generate\\n      - name: system_message | a further turn
            name: choice | name: vibes | has the scorer 'vibes'
            name: multiple_choice | name: use_tools | needs an agent
            shuffle_choices: true | shufle_choices: true | has the key 'shufle_choices'
            input: question, target: right | target: right | names no input
            """)
    void refusesWhatItDoesNotKnow(String from, String to, String says) {
        repository().file("eval.yaml", EVAL.replace(from, to.replace("\\n", "\n")));

        assertThatThrownBy(() -> open("hf:me/sums/choices", Map.of())).isInstanceOf(InputException.class)
                .hasMessageStartingWith("me/sums/eval.yaml").hasMessageContaining(says);
    }
}
