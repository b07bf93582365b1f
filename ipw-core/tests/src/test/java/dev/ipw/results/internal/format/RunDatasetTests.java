package dev.ipw.results.internal.format;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.cost.QueryCost;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.DeviceEnergy;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.EnergyBreakdown;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.table.ColumnType;
import dev.ipw.internal.table.ColumnType.Leaf;
import dev.ipw.internal.table.ColumnType.ListOf;
import dev.ipw.internal.table.ColumnType.Struct;
import dev.ipw.internal.table.Golden;
import dev.ipw.internal.table.HuggingFaceFolder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import dev.ipw.query.ToolSpan;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.LatencyMetrics;
import dev.ipw.record.ModelMetrics;
import dev.ipw.record.ModelMetrics.HardwareUtilization;
import dev.ipw.record.PowerMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.RecordedQuery;
import dev.ipw.record.SystemInfo;
import dev.ipw.run.RunDirectory;
import dev.ipw.statistics.Statistics;
import dev.ipw.testing.MadeRecords;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class RunDatasetTests {
    private static final String MODEL = RandomRecords.MODEL;

    @TempDir
    Path folder;

    @Test
    void givesRandomRecordsBackFromTheirFolder() {
        for (long seed = 0; seed < 10; seed++) {
            RandomRecords random = new RandomRecords(seed);
            List<ProfilingRecord> records = IntStream.range(0, 50).mapToObj(random::record).toList();
            write(records);

            List<ProfilingRecord> read = read();
            assertThat(read).as("seed %d", seed).hasSameSizeAs(records);
            for (int row = 0; row < records.size(); row++) {
                assertThat(read.get(row)).as("seed %d, row %d", seed, row).isEqualTo(records.get(row));
            }
        }
    }

    @Test
    void eachPartOfAQueryIsThatOfItsWholeRecord() {
        List<Method> parts = Arrays.stream(RecordedQuery.class.getMethods()).toList();
        for (long seed = 0; seed < 3; seed++) {
            String drawn = "seed " + seed;
            RandomRecords random = new RandomRecords(seed);
            List<ProfilingRecord> records = IntStream.range(0, 50).mapToObj(random::record).toList();
            write(records);

            for (Method part : parts) {
                Iterator<ProfilingRecord> expected = records.iterator();
                RunDataset.forEach(new RunDirectory(folder), MODEL, query -> assertThat(read(part, query))
                        .as("%s, %s", part.getName(), drawn).isEqualTo(read(part, expected.next())));
                assertThat(expected).isExhausted();
            }
            Iterator<ProfilingRecord> again = records.iterator();
            RunDataset.forEach(new RunDirectory(folder), MODEL, query -> {
                ProfilingRecord record = again.next();
                parts.forEach(part -> assertThat(read(part, query)).isEqualTo(read(part, record)));
            });
        }
    }

    private static @Nullable Object read(Method part, RecordedQuery query) {
        try {
            return part.invoke(query);
        } catch (ReflectiveOperationException failure) {
            throw new AssertionError(part.getName(), failure);
        }
    }

    @Test
    void refusesToReadAQueryThatIsOver() {
        write(List.of(success(), failure()));
        List<RecordedQuery> kept = new ArrayList<>();
        List<ProfilingRecord> records = new ArrayList<>();
        RunDataset.forEach(new RunDirectory(folder), MODEL, query -> {
            kept.add(query);
            records.add(query.record());
        });

        assertThat(records).isEqualTo(read());
        assertThat(kept).hasSize(2).allSatisfy(query -> assertThatIllegalStateException()
                .isThrownBy(query::id).withMessageContaining("record()"));
    }

    @Test
    void leavesCallsAndToolsOfAPlainQuestionAbsent() {
        write(List.of(success(), failure()));
        try (Stream<SequencedMap<String, @Nullable Object>> rows = HuggingFaceFolder.open(folder, Optional.empty())
                .rows()) {
            assertThat(rows).hasSize(2).allSatisfy(row -> {
                assertThat(at(row, "model_metrics", MODEL, "calls")).isNull();
                assertThat(at(row, "model_metrics", MODEL, "tools")).isNull();
                assertThat(at(row, "model_metrics", MODEL, "idle_energy", "joules")).isNull();
            });
        }
    }

    @Test
    void keepsAQueryThatFailedBeforeItsFirstCall() {
        ProfilingRecord plain = failure();
        QueryOutcome outcome = new QueryOutcome("q2", 70_000_000, 75_000_000, List.of(), List.of(), Optional.empty(),
                Optional.of(new RequestFailure(FailureKind.CANCELLED, "the tool server did not start")),
                Optional.empty());
        ProfilingRecord record = with(plain, outcome);

        write(List.of(record));

        assertThat(read()).containsExactly(record);
    }

    @Test
    void keepsWhatOneCallAloneDoesNotTell() {
        ProfilingRecord plain = success();
        QueryOutcome one = plain.outcome();
        ProfilingRecord extracted = with(plain, new QueryOutcome("q1", one.intendedStartNanos(), one.endNanos(),
                one.calls(), List.of(), Optional.of("four hundred"), Optional.empty(), Optional.of(Path.of("work"))));
        ProfilingRecord used = with(plain, new QueryOutcome("q1", one.intendedStartNanos(), 80_000_000, one.calls(),
                List.of(new ToolSpan("add", Optional.of("c1"), 63_000_000, 79_000_000, Optional.of("overflow"))),
                Optional.empty(), Optional.empty(), Optional.empty()));

        write(List.of(extracted, used));

        assertThat(read()).containsExactly(extracted, used);
    }

    private static ProfilingRecord with(ProfilingRecord record, QueryOutcome outcome) {
        ModelMetrics known = record.metrics();
        return MadeRecords.record(record.question(), record.model(), outcome,
                new ModelMetrics(known.energy(), LatencyMetrics.of(outcome), outcome.usage(), known.power(),
                        known.hostMemoryMegabytes(), known.temperatureCelsius(), known.compute(), known.system(),
                        known.gpu(), known.cost(), known.utilization(), known.parts()),
                record.evaluator(), record.evaluation());
    }

    @Test
    void declaresTheStoredTree() throws IOException {
        MetadataColumn metadata = MadeRecords.metadataColumn(List.of(success().question(), failure().question()));
        StringBuilder text = new StringBuilder();
        describe(text, "", new RecordColumns(MODEL, metadata).type());

        Golden.check("run/schema.txt", text.toString().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void writesTheStoredRunOfASuccessAndAFailure() throws IOException {
        write(List.of(success(), failure()));

        for (String name : List.of("data-00000-of-00001.arrow", "state.json", "dataset_info.json")) {
            Golden.check("run/" + name, Files.readAllBytes(folder.resolve(name)));
        }
        assertThat(read()).containsExactly(success(), failure());
    }

    @Test
    void declaresTheSameColumnsForARunWithoutSuccess() {
        write(List.of(success(), failure()));
        Struct both = HuggingFaceFolder.open(folder, Optional.empty()).schema();
        write(List.of(failure()));

        assertThat(HuggingFaceFolder.open(folder, Optional.empty()).schema()).isEqualTo(both);
    }

    @Test
    void saysOfAFailedRequestHowItFailedAndCountsItAsIncorrect() {
        write(List.of(failure()));
        try (Stream<SequencedMap<String, @Nullable Object>> rows = HuggingFaceFolder.open(folder, Optional.empty())
                .rows()) {
            Map<String, @Nullable Object> row = rows.findFirst().orElseThrow();
            assertThat(at(row, "error", "kind")).isEqualTo("http_status");
            assertThat(at(row, "model_answers", MODEL)).isNull();
            assertThat(at(row, "model_metrics", MODEL, "evaluation", "is_correct")).isEqualTo(false);
            assertThat(at(row, "model_metrics", MODEL, "energy_metrics", "headline_joules")).isNull();
            assertThat(at(row, "model_metrics", MODEL, "energy_metrics", "headline_reason"))
                    .isEqualTo("the sensor was lost");
        }
    }

    @Test
    void storesQuestionsWithUnlikeFieldsAsJson() {
        List<DatasetRecord> unlike = List.of(question("a", Map.of("level", 1L)),
                question("b", Map.of("level", "hard")));
        List<DatasetRecord> nested = List.of(question("a", Map.of("origin", Map.of("page", 3L))));
        List<DatasetRecord> none = List.of(question("a", Map.of()));
        for (List<DatasetRecord> questions : List.of(unlike, nested, none)) {
            MetadataColumn column = MadeRecords.metadataColumn(questions);
            assertThat(column.type()).isEqualTo(Leaf.TEXT);
            for (DatasetRecord question : questions) {
                assertThat(MetadataColumn
                        .read(TreeReader.of("row", Map.of("own", TreeCell.valueOf(question, column::write))), "own"))
                        .isEqualTo(new MetadataColumn.Fields(question.metadata(), question.choices()));
            }
        }
    }

    @Test
    void refusesRowsThatLackColumns() {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> RecordColumns.toRead(MODEL).read(TreeReader.of("runs/a", Map.of())))
                .withMessageContaining("runs/a");
    }

    private static ProfilingRecord success() {
        DatasetRecord question = new DatasetRecord("q1", "417+58=", "475", Optional.of("sums"), Optional.of("numeric"),
                List.of(), Map.of("digits", 3L, "source", "made"));
        ResponseTimeline timeline = new ResponseTimeline(1_000_000, OptionalLong.of(1_500_000),
                OptionalLong.of(21_000_000), OptionalLong.of(21_500_000), OptionalLong.of(21_500_000),
                OptionalLong.of(61_500_000), 62_000_000, new long[]{21_500_000, 41_500_000, 61_500_000});
        InferenceResponse response = new InferenceResponse("475", Optional.empty(), TokenUsage.server(7, 3),
                Optional.empty(), ServerTimings.UNKNOWN, OptionalDouble.of(1.5e9));
        EnergyReading cpu = EnergyReading.of(1.25, 1.0, 1.5, Provenance.MEASURED, Scope.PACKAGE, "powercap package-0",
                Set.of(EnergyFlag.WRAP));
        EnergyMetrics energy = new EnergyMetrics(cpu, "package", List.of(new DeviceEnergy("powercap:package-0",
                EnergyReading.of(1.25, 1.0, 1.5, Provenance.MEASURED, Scope.PACKAGE, "powercap package-0", Set.of()))),
                OptionalDouble.empty(), OptionalDouble.of(31.25), EnergyBreakdown.NONE);
        ModelMetrics metrics = new ModelMetrics(energy, LatencyMetrics.of(timeline, response.usage()), response.usage(),
                new PowerMetrics(Optional.empty(), Optional.of(new Statistics(20.5, 22, 20.25, 19.5))),
                Optional.of(new Statistics(512, 520, 512, 500)), Optional.empty(),
                ComputeMetrics.ofClient(1.5e9), machine(), Optional.empty(), QueryCost.UNKNOWN,
                HardwareUtilization.NONE, Optional.empty());
        return MadeRecords.record(question, MODEL,
                QueryOutcome.of("q1", ModelCall.answered(1, List.of(), response, timeline)), metrics,
                "numeric", Optional.of(new Evaluation(Verdict.CORRECT, Optional.of("475"), "equal numbers",
                        Map.of("tolerance", "1e-6"))));
    }

    private static ProfilingRecord failure() {
        DatasetRecord question = new DatasetRecord("q2", "9*9=", "81", Optional.empty(), Optional.of("numeric"),
                List.of(), Map.of("digits", 1L, "source", "made"));
        ResponseTimeline timeline = new ResponseTimeline(70_000_000, OptionalLong.of(70_500_000), OptionalLong.empty(),
                OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), 75_000_000, new long[0]);
        EnergyMetrics energy = new EnergyMetrics(
                EnergyReading.unavailable(Scope.PACKAGE, "powercap package-0", "the sensor was lost"), "package",
                List.of(), OptionalDouble.empty(), OptionalDouble.empty(), EnergyBreakdown.NONE);
        ModelMetrics metrics = new ModelMetrics(energy, LatencyMetrics.of(timeline, TokenUsage.absent()),
                TokenUsage.absent(), new PowerMetrics(Optional.empty(), Optional.empty()), Optional.empty(),
                Optional.empty(),
                ComputeMetrics.NONE, machine(), Optional.empty(), QueryCost.UNKNOWN,
                HardwareUtilization.NONE, Optional.empty());
        return MadeRecords.record(question, MODEL,
                QueryOutcome.of("q2",
                        ModelCall.failed(1, List.of(), "", "",
                                new RequestFailure(FailureKind.HTTP_STATUS, "500 Internal Server Error"), timeline)),
                metrics, "numeric",
                Optional.empty());
    }

    private static SystemInfo machine() {
        return new SystemInfo("Linux", "6.1", Optional.empty(), Optional.of("bench"), 8, Optional.of("A CPU"));
    }

    private static DatasetRecord question(String id, Map<String, Object> metadata) {
        return new DatasetRecord(id, "?", "!", Optional.empty(), Optional.empty(), List.of(), metadata);
    }

    private void write(List<ProfilingRecord> records) {
        RunDataset.write(new RunDirectory(folder), MODEL,
                MadeRecords.metadataColumn(records.stream().map(ProfilingRecord::question).toList()),
                records.iterator(),
                Runnable::run);
    }

    private List<ProfilingRecord> read() {
        try (Stream<ProfilingRecord> records = RunDataset.read(new RunDirectory(folder), MODEL)) {
            return records.toList();
        }
    }

    private static @Nullable Object at(Map<?, ?> row, String... path) {
        @Nullable
        Object value = row;
        for (String key : path) {
            value = value instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return value;
    }

    private static void describe(StringBuilder text, String indent, Struct struct) {
        struct.fields().forEach((name, type) -> {
            text.append(indent).append(name).append(": ").append(word(type)).append('\n');
            ColumnType inner = type instanceof ListOf list ? list.element() : type;
            if (inner instanceof Struct nested) {
                describe(text, indent + "  ", nested);
            }
        });
    }

    private static String word(ColumnType type) {
        return switch (type) {
            case Leaf leaf -> leaf.name().toLowerCase(Locale.ROOT);
            case ListOf list -> "list of " + word(list.element());
            case Struct struct -> "struct";
        };
    }
}
