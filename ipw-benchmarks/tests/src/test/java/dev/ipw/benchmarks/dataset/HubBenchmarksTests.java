package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.BenchmarkExample;
import dev.ipw.benchmarks.BenchmarkProvider;
import dev.ipw.benchmarks.hub.HubServer;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.Datasets;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.Message;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Opens every benchmark against a hub of this machine that holds repositories of the true paths, formats and columns. */
final class HubBenchmarksTests {
    private static final Path REPOSITORIES = Path.of("src/test/resources/dev/ipw/benchmarks/dataset/hub");
    private static final Path PROMPTS = Path.of("src/test/resources/dev/ipw/benchmarks/dataset/prompts");
    private static final Plugins<DatasetProvider> PROVIDERS = Plugins.builder("dataset", DatasetProvider.class).build();

    private static HubServer server;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws IOException {
        server = HubServer.start();
        try (Stream<Path> files = Files.walk(REPOSITORIES)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path path = REPOSITORIES.relativize(file);
                server.repository(path.getName(0) + "/" + path.getName(1)).largeFile(
                        path.subpath(2, path.getNameCount()).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static List<BenchmarkProvider> benchmarks() {
        return PROVIDERS.all().stream().filter(BenchmarkProvider.class::isInstance).map(BenchmarkProvider.class::cast)
                .toList();
    }

    private DatasetContext context() {
        return DatasetContext.of(Map.of("HF_ENDPOINT", server.endpoint(), "HF_HOME", folder.toString()))
                .withCacheFolder(folder.resolve("ipw"));
    }

    private Dataset open(String id, DatasetContext context, Map<String, String> parameters) {
        return Datasets.open(id, Parameters.of("dataset " + id, parameters), context, PROVIDERS);
    }

    private Map<String, String> parameters(String id) {
        return switch (id) {
            case "browsecomp" -> Map.of("address", server.endpoint()
                    + "/datasets/files-of-the-web/browsecomp/resolve/main/browse_comp_test_set.csv");
            case "ipw" -> Map.of("address", QuestionFolder.ofExamples(folder.resolve("questions")).toString());
            default -> Map.of();
        };
    }

    private static List<DatasetRecord> records(Dataset dataset) {
        try (Stream<DatasetRecord> records = dataset.records()) {
            return records.toList();
        }
    }

    @ParameterizedTest
    @MethodSource("benchmarks")
    void isReadFromTheHubAndThenOffline(BenchmarkProvider benchmark) {
        String id = benchmark.id();
        Dataset dataset = open(id, context(), parameters(id));
        List<DatasetRecord> records = records(dataset);
        List<DatasetRecord> examples = benchmark.examples().stream().map(BenchmarkExample::record).toList();

        assertThat(records.stream().limit(examples.size()).map(HubBenchmarksTests::essence))
                .containsExactlyElementsOf(examples.stream().map(HubBenchmarksTests::essence).toList());
        assertThat(dataset.id()).matches(id + "@[0-9a-f]{12,40}");
        assertThat(dataset.defaultEvaluator()).isEqualTo(benchmark.benchmark().evaluator());
        int asked = server.requests().size();
        assertThat(records(open(dataset.id(), context().withOffline(true), parameters(id)))).isEqualTo(records);
        assertThat(server.requests()).hasSize(asked);
    }

    private static List<Object> essence(DatasetRecord record) {
        return List.of(record.id(), record.problem(), record.answer(), record.choices(),
                record.subject().orElse(""),
                record.metadata().keySet().stream().map(HubBenchmarksTests::inline).sorted().toList());
    }

    /** Examples hold what lies in the cache for questions of the hub. */
    private static String inline(String field) {
        return field.equals("tests_file") ? "tests" : field;
    }

    @ParameterizedTest
    @MethodSource("benchmarks")
    void asksAsItsPromptFileShows(BenchmarkProvider benchmark) throws IOException {
        Dataset dataset = open(benchmark.id(), context(), parameters(benchmark.id()));
        String shown = dataset.promptTemplates().stream().map(template -> "==== " + template.id() + "\n"
                + records(dataset).stream().limit(2).map(record -> template.opening(record).stream()
                        .map(HubBenchmarksTests::shown).collect(Collectors.joining()))
                        .collect(Collectors.joining("----\n")))
                .collect(Collectors.joining());
        Path golden = PROMPTS.resolve(benchmark.id() + ".txt");
        if (Boolean.getBoolean("golden.write") || "write".equals(System.getProperty("golden"))) {
            Files.createDirectories(PROMPTS);
            Files.writeString(golden, shown);
        }

        assertThat(Files.readString(golden, StandardCharsets.UTF_8)).isEqualTo(shown);
    }

    private static String shown(Message message) {
        return "[" + message.role().label() + "]\n" + message.parts().stream().map(String::valueOf)
                .collect(Collectors.joining("\n")) + "\n";
    }

    @Test
    void saysWhereItIsFrom() {
        assertThat(benchmarks()).hasSizeGreaterThan(20).allSatisfy(one -> {
            assertThat(one.benchmark().title()).doesNotEndWith(".").hasSizeLessThan(90);
            assertThat(one.benchmark().questions()).isPositive();
            assertThat(one.benchmark().notes()).allMatch(note -> note.endsWith("."));
            assertThat(one.examples()).hasSizeGreaterThanOrEqualTo(2);
        });
    }

    @ParameterizedTest
    @MethodSource("benchmarks")
    void examplesNameNoFilesOfTheCache(BenchmarkProvider benchmark) {
        assertThat(benchmark.examples()).allSatisfy(example -> {
            assertThat(example.record().metadata().keySet()).noneMatch(field -> field.endsWith("tests_file"));
            assertThat(String.valueOf(example.record().metadata().getOrDefault("image", "data:")))
                    .startsWith("data:");
        });
    }

    @Test
    void saysSinceWhenQuestionsArePublic() {
        assertThat(benchmarks()).allSatisfy(one -> assertThat(one.benchmark().published().orElse("2024"))
                .containsPattern("\\b20[12][0-9](-[01][0-9])?\\b"));
    }

    @Test
    void cutsContestsByTheirDates() {
        List<DatasetRecord> all = records(open("livecodebench", context(), Map.of()));
        List<String> dates = all.stream()
                .map(one -> String.valueOf(one.metadata().get("contest_date")).substring(0, 10))
                .sorted().toList();

        assertThat(records(open("livecodebench", context(), Map.of("from", dates.getLast()))))
                .hasSize((int) dates.stream().filter(dates.getLast()::equals).count());
        assertThat(records(open("livecodebench", context(), Map.of("from", "2099-01-01")))).isEmpty();
        assertThat(records(open("livecodebench", context(), Map.of("until", dates.getLast())))).hasSize(all.size());
        assertThatThrownBy(() -> open("livecodebench", context(), Map.of("from", "soon")))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("2025-01-31");
    }

    @Test
    void countsRowsOverAllFilesOfASplit() {
        assertThat(records(open("wildchat", context(), Map.of()))).extracting(DatasetRecord::id)
                .containsExactly("made-up-1-1", "made-up-2-2", "made-up-1-3", "made-up-2-4");
    }

    @Test
    void showsChoicesInAnOrderOfTheQuestionsIdAndTheSeed() {
        List<DatasetRecord> first = records(open("gpqa", context(), Map.of()));
        List<DatasetRecord> again = records(open("gpqa", context(), Map.of()));

        assertThat(again).isEqualTo(first);
        assertThat(Stream.of("1", "2", "3", "4", "5").map(seed -> records(open("gpqa", context(), Map.of("seed", seed)))
                .getFirst().choices()).distinct().count()).isGreaterThan(1);
        for (DatasetRecord record : first) {
            int right = record.answer().charAt(0) - 'A';
            String order = String.valueOf(record.metadata().get("choice_order"));
            assertThat(order.split(",")[right]).isEqualTo("0");
        }
    }

    @Test
    void takesTheBaselineOfTheCategory() {
        assertThat(records(open("arena-hard-auto-v2", context(), Map.of()))).extracting(
                record -> record.metadata().get("baseline_model"), record -> record.metadata().get("reference_answer"))
                .containsExactly(org.assertj.core.groups.Tuple.tuple("o3-mini-2025-01-31",
                        "for (int i = 0; i < 3; i++) {}"),
                        org.assertj.core.groups.Tuple.tuple("gemini-2.0-flash-001", "Rain writes on the roof."));
    }

    @Test
    void tellsTheGoldLinksOnRequestOnly() {
        Dataset plain = open("frames", context(), Map.of());
        Dataset linked = open("frames", context(), Map.of("links", "true"));

        assertThat(prompt(plain)).doesNotContain("example.org");
        assertThat(prompt(linked)).contains("https://example.org/Talheim");
        assertThat(linked.promptTemplates().getFirst().id()).isNotEqualTo(plain.promptTemplates().getFirst().id());
    }

    private static String prompt(Dataset dataset) {
        return dataset.promptTemplates().getFirst().opening(records(dataset).getFirst()).getLast().text();
    }

    @Test
    void givesAnImageBesideTheText() {
        Dataset all = open("hle", context(), Map.of());
        Message message = all.promptTemplates().getFirst().opening(records(all).getLast()).getLast();

        assertThat(message.parts()).hasSize(2);
        assertThat(records(open("hle", context(), Map.of("text_only", "true")))).hasSize(1);
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> open("gpqa", context(), Map.of("subset", "small")))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("diamond, main, extended");
        assertThatThrownBy(() -> open("mmlu-pro", context(), Map.of("year", "2024")))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("Unknown parameter 'year'");
    }

    @Test
    void hasAFixedLengthSetWithBeginningsOfItsOwn() {
        List<DatasetRecord> records = records(open("fixed_length", context(), Map.of("num_samples", "3")));

        assertThat(records).hasSize(3);
        assertThat(records.stream().map(record -> record.problem().substring(0, 20)).distinct()).hasSize(3);
        assertThat(Optional.of(records.getFirst().lengths().input().orElseThrow())).contains(100);
    }
}
