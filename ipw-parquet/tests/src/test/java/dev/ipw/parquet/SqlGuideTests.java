package dev.ipw.parquet;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.results.RunReader;
import dev.ipw.testing.MadeRunFolder;
import dev.ipw.testing.MadeRunFolder.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the SQL of the guide in DuckDB over the Parquet files of a run, and compares it with the analyses. */
class SqlGuideTests {
    private static final Pattern BLOCK = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);
    private static final List<String> SUBJECTS = List.of("größe", "law", "math");
    private static final int QUERIES = 150;

    @TempDir
    static Path runs;
    private static ProfileRun run;
    private static Connection duckDb;
    private static List<String> guide;

    @BeforeAll
    static void export() throws IOException, SQLException {
        RunReader written = made(runs.resolve("a"), QUERIES, 1);
        ParquetExport.ALL.write(written, runs.resolve("a.parquet"));
        run = ProfileRun.open(written.directory().path());
        duckDb = DriverManager.getConnection("jdbc:duckdb:");
        guide = BLOCK.matcher(Files.readString(Path.of("..", "..", "docs", "sql.md"))).results()
                .map(block -> block.group(1).replaceAll("'runs/", Matcher.quoteReplacement("'" + runs + "/"))).toList();
        assertThat(guide).hasSize(4);
        try (Statement view = duckDb.createStatement()) {
            view.execute(guide.getFirst());
        }
    }

    @AfterAll
    static void close() throws SQLException {
        duckDb.close();
    }

    private static RunReader made(Path folder, int queries, int seed) {
        Random random = new Random(seed);
        return MadeRunFolder.write(folder, queries, number -> {
            long first = 1 + random.nextInt(1_000_000_000);
            Query query = Query.of(10 + number, 1 + random.nextInt(50), first, first + random.nextInt(1_000_000_000))
                    .rightIf(random.nextBoolean());
            return number % 10 == 9 ? query.failing().using(random.nextDouble()) : query.using(random.nextDouble());
        }, number -> DatasetRecord.builder("q" + number, "Was ist " + number + " 漢字?").answer("x")
                .subject(SUBJECTS.get(number % 3)).build());
    }

    @Test
    void findsTheHeadlines() throws SQLException {
        AnalysisResult accuracy = run.analyze("accuracy");
        Map<String, @Nullable Object> row = rows(guide.get(1)).getFirst();
        row.keySet().forEach(name -> assertSame(row, name, accuracy.figure(name)));
        assertThat(row).containsOnlyKeys("accuracy", "joules_per_query", "joules_per_output_token");
    }

    @Test
    void findsThePercentiles() throws SQLException {
        AnalysisResult latency = run.analyze("latency");
        List<String> names = List.of("p50", "p90", "p95", "p99");
        List<Map<String, @Nullable Object>> rows = rows(guide.get(2));
        assertThat(rows).hasSameSizeAs(names);
        IntStream.range(0, names.size()).forEach(index -> Map.of("latency_seconds", "time_from_intended_start",
                "ttft_seconds", "time_to_first_token").forEach(
                        (column, dimension) -> assertSame(
                                rows.get(index), column, latency.figure(dimension + "_" + names.get(index)))));
    }

    @Test
    void findsTheSubjects() throws SQLException {
        AnalysisTable subjects = run.analyze("accuracy").table("per_subject").orElseThrow();
        List<Map<String, @Nullable Object>> rows = rows(guide.get(3));
        assertThat(rows).extracting(row -> row.get("subject")).containsExactlyInAnyOrderElementsOf(SUBJECTS);
        for (Map<String, @Nullable Object> row : rows) {
            List<AnalysisValue> same = subjects.rows().stream()
                    .filter(one -> subjects.value(one, "subject").text().orElseThrow().equals(row.get("subject")))
                    .findFirst().orElseThrow();
            for (String name : List.of("scored", "accuracy", "energy_joules", "intelligence_per_share_joule")) {
                assertSame(row, name, subjects.value(same, name));
            }
        }
    }

    @Test
    void readsTheFilesOfShardsAsOneTable() throws SQLException {
        for (int shard = 0; shard < 3; shard++) {
            RunReader written = made(runs.resolve("shard-" + shard), shard * 20, shard);
            ParquetExport.FIGURES.write(written, written.directory().path().resolve("queries.parquet"));
        }
        assertThat(rows("SELECT count(*) AS queries, count(DISTINCT record_id) AS ids FROM '" + runs
                + "/shard-*/queries.parquet'").getFirst()).containsEntry("queries", 60L).containsEntry("ids", 40L);
    }

    private static void assertSame(Map<String, @Nullable Object> row, String name, AnalysisValue expected) {
        double value = ((Number) Objects.requireNonNull(row.get(name))).doubleValue();
        assertThat(expected.number().orElseThrow()).as(name).isCloseTo(value, Offset.offset(1e-9 * Math.abs(value)));
    }

    private static List<Map<String, @Nullable Object>> rows(String sql) throws SQLException {
        try (Statement statement = duckDb.createStatement(); ResultSet result = statement.executeQuery(sql)) {
            List<Map<String, @Nullable Object>> rows = new ArrayList<>();
            while (result.next()) {
                Map<String, @Nullable Object> row = new LinkedHashMap<>();
                for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                    row.put(result.getMetaData().getColumnLabel(column), result.getObject(column));
                }
                rows.add(row);
            }
            return rows;
        }
    }
}
