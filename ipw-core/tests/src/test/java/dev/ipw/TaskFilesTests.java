package dev.ipw;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.internal.task.AttachedFile;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import dev.ipw.record.ProfilingRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Tasks that come with files. */
class TaskFilesTests {
    @TempDir
    Path folder;

    private Path table;

    @BeforeEach
    void writeTheFile() throws IOException {
        table = Files.writeString(folder.resolve("kept.csv"), "it is 0");
    }

    private List<ProfilingRecord> run(Optional<QueryRunner> runner) throws InterruptedException {
        ProfilerBuilder builder = Profiler.builder()
                .client(new ToolUsingRunner.ScriptedModel(Optional.empty())).dataset(new Tasks())
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none"))
                .output(folder.resolve("runs"));
        runner.ifPresent(builder::queryRunner);
        try (Profiler profiler = builder.build(); Stream<ProfilingRecord> records = profiler.run().records()) {
            return records.toList();
        }
    }

    private static ProfilingRecord record(List<ProfilingRecord> records, String id) {
        return records.stream().filter(record -> record.question().id().equals(id)).findFirst().orElseThrow();
    }

    @Test
    void anAgentFindsThemInItsFolderBeforeItStarts() throws InterruptedException {
        ProfilingRecord record = record(run(Optional.of(new Reader())), "with");

        assertThat(record.outcome().answer()).isEqualTo("it is 0");
        assertThat(record.outcome().phases()).extracting(QueryPhase::kind)
                .containsExactly(QueryPhase.Kind.ENVIRONMENT_SETUP);
        assertThat(record.outcome().phases().getFirst().endNanos())
                .isLessThanOrEqualTo(record.outcome().calls().getFirst().startNanos());
        assertThat(table).hasContent("it is 0");
    }

    @Test
    void areListedWithTheirHashesAsTheAgentFoundThem() throws InterruptedException, IOException {
        run(Optional.of(new Reader()));
        Path run;
        try (Stream<Path> runs = Files.list(folder.resolve("runs"))) {
            run = runs.filter(Files::isDirectory).findFirst().orElseThrow();
        }

        assertThat(run.resolve("artifacts/with/workspace/table.csv")).hasContent("changed");
        assertThat(AttachedFile.read(run.resolve("artifacts/with"))).hasValue(List.of(
                AttachedFile.copied(table, folder.resolve("table.csv"))));
    }

    @Test
    void aTaskWhoseFileCannotBeHadFailsAndSaysWhy() throws InterruptedException {
        List<ProfilingRecord> records = run(Optional.of(new Reader()));

        assertThat(record(records, "gone").outcome().failure().orElseThrow().message()).contains("is not there");
        assertThat(record(records, "gone").outcome().phases().getFirst().error()).isPresent();
        assertThat(record(records, "escapes").outcome().failure().orElseThrow().message())
                .contains("no name within its folder");
        assertThat(folder.resolve("runs").resolve("evil")).doesNotExist();
        assertThat(record(records, "without").outcome().phases()).isEmpty();
    }

    @Test
    void aPlainQuestionDoesWithoutThem() throws InterruptedException {
        assertThat(run(Optional.empty())).hasSize(4).allSatisfy(record -> {
            assertThat(record.outcome().failure()).isEmpty();
            assertThat(record.outcome().workspace()).isEmpty();
            assertThat(record.outcome().phases()).isEmpty();
        });
    }

    /** Changes the file in its folder and answers with what stood in it. */
    private static final class Reader implements QueryRunner {
        @Override
        public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
            new ToolUsingRunner().run(question, session);
            Path file = session.workspace().resolve("table.csv");
            try {
                String text = Files.exists(file) ? Files.readString(file) : "nothing";
                Files.writeString(file, "changed");
                return session.finish(text);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    private final class Tasks implements Dataset {
        @Override
        public String id() {
            return "tasks";
        }

        @Override
        public Map<String, Path> files(DatasetRecord record) {
            return switch (record.id()) {
                case "with" -> Map.of("table.csv", table);
                case "gone" -> throw new InputException("the file is not there");
                case "escapes" -> Map.of("../../evil", table);
                default -> Map.of();
            };
        }

        @Override
        public Stream<DatasetRecord> records() {
            return Stream.of("with", "without", "gone", "escapes")
                    .map(id -> DatasetRecord.of(id, "number 0", "it is 0"));
        }
    }
}
