package dev.ipw.results;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunExport.ExportColumn;
import dev.ipw.testing.MadeRunFolder;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Writes a run of five queries, of which three have joules. */
class RunExportTests {
    @TempDir
    Path runs;

    @Test
    void writesCsvThatReadersUnderstand() {
        List<NamedCsvRecord> rows = csv(ExportColumn.usual());
        assertThat(rows).hasSize(5);
        assertThat(rows.getFirst().getField("energy_joules")).isEqualTo("400.0");
        assertThat(rows.getFirst().getField("input_tokens")).isEqualTo("100");
        assertThat(rows.getFirst().getField("is_correct")).isEqualTo("true");
        assertThat(rows.getFirst().getField("time_to_first_token_seconds")).isEqualTo("0.25");
        assertThat(rows.get(1).getField("sent_seconds")).isEqualTo("1.0");
        assertThat(rows.get(2).getField("energy_joules")).isEmpty();
        assertThat(rows.get(2).getField("energy_provenance")).isEqualTo("UNAVAILABLE");
        assertThat(rows.get(3).getField("is_correct")).isEmpty();
    }

    @Test
    void writesJsonLinesInWhichAbsentIsNull() {
        StringWriter out = new StringWriter();
        RunExport.JSONL.write(run(), List.of(ExportColumn.named("record_id"), ExportColumn.named("ttft"),
                ExportColumn.named("joules"), ExportColumn.named("answer")), out);
        List<TreeReader> rows = out.toString().lines().map(line -> TreeReader.ofJson("row", line)).toList();
        assertThat(rows).hasSize(5);
        assertThat(rows.get(1).real("energy_joules")).isEqualTo(800);
        assertThat(rows.get(1).text("answer")).isEqualTo("x");
        assertThat(rows.get(2).optionalReal("time_to_first_token_seconds")).isEmpty();
        assertThat(out.toString()).contains("\"energy_joules\":null");
    }

    @Test
    void hasEveryDimensionAndNoNameTwice() {
        assertThat(ExportColumn.all()).extracting(ExportColumn::name).doesNotHaveDuplicates();
        Arrays.stream(Dimension.values()).forEach(dimension -> assertThat(ExportColumn.usual())
                .contains(ExportColumn.named(dimension.label())));
    }

    @Test
    void namesColumnsThatAreNear() {
        assertThatThrownBy(() -> ExportColumn.named("energy_joule")).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("Did you mean").hasMessageContaining("energy_joules")
                .hasMessageContaining("record_id, model");
    }

    @Test
    void documentsEveryColumnThatIsNoDimension() throws IOException {
        String document = Files.readString(Path.of("..", "..", "docs", "export.md"));
        List<ExportColumn> dimensions = Arrays.stream(Dimension.values()).map(one -> ExportColumn.named(one.label()))
                .toList();
        assertThat(ExportColumn.all()).filteredOn(column -> !dimensions.contains(column))
                .allSatisfy(column -> assertThat(document).contains("`" + column.name() + "`"));
    }

    private List<NamedCsvRecord> csv(List<ExportColumn> columns) {
        StringWriter out = new StringWriter();
        RunExport.CSV.write(run(), columns, out);
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(out.toString())) {
            return reader.stream().toList();
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private RunReader run() {
        MadeRunFolder.Query query = MadeRunFolder.Query.of(100, 10, 250_000_000, 900_000_000);
        return MadeRunFolder.write(runs.resolve("a"), 5, number -> switch (number) {
            case 2 -> query.at(900_000_000).failing();
            case 3 -> new MadeRunFolder.Query(query.usage(), query.nanos(), 1600, Double.NaN, Double.NaN,
                    Optional.empty(), false, Optional.empty());
            default -> query.using(400.0 * (number + 1));
        });
    }
}
