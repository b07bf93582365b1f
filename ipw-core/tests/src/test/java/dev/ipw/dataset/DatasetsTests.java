package dev.ipw.dataset;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.rows.JsonLinesRows;
import dev.ipw.internal.rows.RowFormat;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.plugin.Plugins.UnknownPluginException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class DatasetsTests {
    private static final String UTF8_MARK = "\uFEFF";
    private static final Plugins<DatasetProvider> NONE = Plugins.builder("dataset", DatasetProvider.class)
            .discovery(false).build();

    @TempDir
    Path folder;

    private Dataset open(String name, String content) throws IOException {
        Path file = Files.writeString(folder.resolve(name), content);
        return Datasets.open(file.toString(), Parameters.none("dataset"), DatasetContext.of(Map.of()), NONE);
    }

    private static List<DatasetRecord> read(Dataset dataset) {
        try (Stream<DatasetRecord> records = dataset.records()) {
            return records.toList();
        }
    }

    @Test
    void readsJsonLinesWithMarkBlankLinesAndEitherLineEnd() throws IOException {
        Dataset dataset = open("q.jsonl", UTF8_MARK + """
                {"problem": "1+1=", "answer": 2, "subject": "sums", "level": 1}\r
                \r
                   \n{"question": "Größe?", "answer": "groß", "id": "g"}""");
        List<DatasetRecord> records = read(dataset);
        assertThat(records).extracting(DatasetRecord::id).containsExactly("000001", "g");
        assertThat(records).extracting(DatasetRecord::problem).containsExactly("1+1=", "Größe?");
        assertThat(records.getFirst().metadata()).isEqualTo(Map.of("level", 1L));
        assertThat(read(dataset)).isEqualTo(records);
        assertThat(dataset.displayName()).isEqualTo("q");
        assertThat(dataset.id()).endsWith("q.jsonl");
    }

    @Test
    void readsCsvWithQuotesLineBreaksAndBlankLines() throws IOException {
        List<DatasetRecord> records = read(open("q.CSV", UTF8_MARK + """
                "Question",Answer,Choices,source\r
                "Which, ""exactly""?\nSay.",B,one | two|three,\r

                Why?,because,,a book
                """));
        assertThat(records).extracting(DatasetRecord::problem).containsExactly("Which, \"exactly\"?\nSay.", "Why?");
        assertThat(records).extracting(DatasetRecord::id).containsExactly("000002", "000005");
        assertThat(records.getFirst().choices()).containsExactly("one", "two", "three");
        assertThat(records.getFirst().metadata()).isEmpty();
        assertThat(records.getLast().metadata()).isEqualTo(Map.of("source", "a book"));
    }

    @Test
    void givesAnEvaluatorToRecordsThatNameNone() throws IOException {
        Path file = Files.writeString(folder.resolve("q.ndjson"), "{\"problem\":\"?\"}");
        Map<String, String> numeric = Map.of("evaluator", "numeric");
        assertThat(
                Datasets.open(file.toString(), Parameters.of("dataset q", numeric), DatasetContext.of(Map.of()), NONE)
                        .defaultEvaluator())
                .isEqualTo("numeric");
        assertThatThrownBy(
                () -> Datasets.open(file.toString(), Parameters.of("dataset q", Map.of("evaluater", "x")),
                        DatasetContext.of(Map.of()), NONE))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("Did you mean 'evaluator'?");
    }

    @Test
    void namesFileAndLineOfTornJson() throws IOException {
        assertThatThrownBy(() -> read(open("q.jsonl", "{\"problem\":\"a\"}\n\n{\"problem\":\"b")))
                .isInstanceOf(InputException.class).hasMessageContaining("q.jsonl, line 3: not JSON from column ");
        assertThatThrownBy(() -> read(open("q.jsonl", "[1]"))).isInstanceOf(InputException.class)
                .hasMessageContaining("q.jsonl, line 1: a JSON value that is no object");
    }

    @Test
    void namesAKeyThatStandsTwiceInALine() {
        assertThatThrownBy(() -> read(open("q.jsonl",
                "{\"problem\":\"a\"}\n{\"problem\":\"b\",\"answer\":\"1\",\"answer\":\"2\"}\n")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("q.jsonl, line 2: the key 'answer' stands twice in one object");
        assertThatThrownBy(() -> read(open("q.jsonl", "{\"problem\":\"b\",\"more\":[{\"it's\":1,\"it's\":1}]}")))
                .isInstanceOf(InputException.class).hasMessageContaining("line 1: the key 'it's' stands twice");
    }

    @Test
    void namesBothLinesOfADuplicateId() {
        assertThatThrownBy(
                () -> read(open("q.csv", "id,problem\nx,first\n\ny,second\nx,third\n")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("line 5: the id 'x' was already given at line 2");
    }

    @Test
    void refusesRaggedRows() {
        assertThatThrownBy(() -> read(open("q.csv", "problem,answer\n1+1,2\n1,5+2,3\n")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("line 3: the row has 3 fields where the header has 2");
        assertThatThrownBy(() -> read(open("q.csv", "problem,answer\n1+1\n"))).isInstanceOf(InputException.class)
                .hasMessageContaining("line 2: the row has 1 fields where the header has 2");
    }

    @Test
    void refusesAnOpenQuoteAndTextAfterAClosedOne() {
        assertThatThrownBy(() -> read(open("q.csv", "problem,answer\n1+1,2\n\"torn,3\n")))
                .isInstanceOf(InputException.class).hasMessageContaining("after line 2: not CSV as it should be");
        assertThatThrownBy(() -> read(open("q.csv", "problem,answer\n\"1\" one,2\n")))
                .isInstanceOf(InputException.class).hasMessageContaining("after line 1: not CSV as it should be");
    }

    @Test
    void refusesAHeaderThatNamesNoQuestionOrAColumnTwice() {
        assertThatThrownBy(() -> read(open("q.csv", "1+1=;2\n2+2=;4\n"))).isInstanceOf(InputException.class)
                .hasMessageContaining("line 1: the header has no column 'problem'")
                .hasMessageContaining("it has: 1+1=;2");
        assertThatThrownBy(() -> read(open("q.csv", "problem,Problem\na,b\n"))).isInstanceOf(InputException.class)
                .hasMessageContaining("names the column 'Problem' twice");
    }

    @Test
    void refusesTextThatIsNotUtf8() throws IOException {
        byte[] latin = "{\"problem\":\"ok\"}\n{\"problem\":\"caf\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
        Path lines = Files.write(folder.resolve("q.jsonl"), latin);
        assertThatThrownBy(() -> read(Datasets.read(lines, Parameters.none("dataset"))))
                .isInstanceOf(InputException.class).hasMessageContaining("line 2: the text is not UTF-8");
        byte[] latinCsv = "problem\ncaf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
        Path csv = Files.write(folder.resolve("q.csv"), latinCsv);
        assertThatThrownBy(() -> read(Datasets.read(csv, Parameters.none("dataset"))))
                .isInstanceOf(InputException.class).hasMessageContaining("the text is not UTF-8");
    }

    @Test
    void refusesALineBeyondTheBound() throws IOException {
        String huge = "{\"problem\":\"" + "x".repeat(RowFormat.MAX_PER_ROW) + "\"}";
        assertThatThrownBy(() -> read(open("q.jsonl", "{\"problem\":\"ok\"}\n" + huge)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("line 2: the line is longer than 16777216 bytes");
        assertThatThrownBy(() -> read(open("q.csv", "problem\nok\n" + huge.replace("\"", ""))))
                .isInstanceOf(InputException.class).hasMessageContaining("after line 2: not CSV as it should be");
    }

    @Test
    void saysWhichPathItLookedAtAndHowDatasetsAreNamed() {
        assertThatThrownBy(
                () -> Datasets.open("no/such.jsonl", Parameters.none("dataset"), DatasetContext.of(Map.of()), NONE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(Path.of("no/such.jsonl").toAbsolutePath().toString())
                .hasMessageContaining("by its id, such as 'starter', or by the path of a .jsonl");
        assertThatThrownBy(() -> open("questions.txt", "?")).isInstanceOf(InputException.class)
                .hasMessageContaining("has no suffix that says what it holds");
    }

    @Test
    void takesABareNameAsId() {
        assertThatThrownBy(() -> Datasets.open("startr", Parameters.none("dataset"), DatasetContext.of(Map.of()), NONE))
                .isInstanceOf(UnknownPluginException.class);
        Dataset own = new RowsDataset("own", "own", "exact", () -> {
            throw new IOException("never opened");
        }, JsonLinesRows::new);
        Plugins<DatasetProvider> providers = Plugins.builder("dataset", DatasetProvider.class).discovery(false)
                .register(new DatasetProvider() {
                    @Override
                    public String id() {
                        return "own";
                    }

                    @Override
                    public String description() {
                        return "a dataset of the test";
                    }

                    @Override
                    public Dataset open(DatasetContext context, Parameters parameters) {
                        return own;
                    }
                }).build();
        assertThat(Datasets.open("own", Parameters.none("dataset"), DatasetContext.of(Map.of()), providers))
                .isSameAs(own);
        assertThatThrownBy(() -> Datasets.open("own", Parameters.of("dataset own", Map.of("a", "b")),
                DatasetContext.of(Map.of()), providers))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("Unknown parameter 'a'");
        assertThatThrownBy(() -> read(own)).isInstanceOf(InputException.class)
                .hasMessage("own cannot be read: never opened");
    }

    @Test
    void aNameHoldsAnAddressAndARevision() {
        List<Map<String, String>> opened = new ArrayList<>();
        Plugins<DatasetProvider> providers = Plugins.builder("dataset", DatasetProvider.class).discovery(false)
                .register(new Opened("hub", opened)).build();
        for (String name : List.of("hub:owner/name/task@main", "hub:owner/name", "hub@v1.0", "hub")) {
            Datasets.open(name, Parameters.none("dataset hub"), DatasetContext.of(Map.of()), providers);
        }

        assertThat(opened).containsExactly(Map.of("address", "owner/name/task", "revision", "main"),
                Map.of("address", "owner/name"), Map.of("revision", "v1.0"), Map.of());
    }

    @Test
    void twoRevisionsAreRefused() {
        Plugins<DatasetProvider> providers = Plugins.builder("dataset", DatasetProvider.class).discovery(false)
                .register(new Opened("hub", new ArrayList<>())).build();

        assertThatThrownBy(() -> Datasets.open("hub@a", Parameters.of("dataset hub", Map.of("revision", "b")),
                DatasetContext.of(Map.of()), providers)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("says revision 'a', the parameter 'b'");
    }

    /** Remember the parameters by which it is opened. */
    private record Opened(String id, List<Map<String, String>> opened) implements DatasetProvider {
        @Override
        public String description() {
            return "remembers";
        }

        @Override
        public Dataset open(DatasetContext context, Parameters parameters) {
            opened.add(parameters.asMap());
            parameters.asMap().keySet().forEach(parameters::text);
            return Datasets.open("starter", Parameters.none("dataset starter"), context,
                    Plugins.builder("dataset", DatasetProvider.class).discovery(false)
                            .register(new StarterDatasetProvider()).build());
        }
    }
}
