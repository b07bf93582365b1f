package dev.ipw.junit;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.error.InputException;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StoredFilesTests {
    private static final String AT = "2026-11-29T03:00:00Z";
    private static final String NAME = "acme.Tests.says(\"hi\\there\")\t\u2028\u00e9\ud83d\ude00\u0001\u001f";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"EPYC7742_16-threads.json", BuildReport.JSON, BuildReport.PAGE})
    void writesTheSameBytesAsEver(String name) throws IOException {
        write(folder);

        try (InputStream golden = getClass().getResourceAsStream(name)) {
            assertThat(folder.resolve(name)).hasBinaryContent(Objects.requireNonNull(golden).readAllBytes());
        }
    }

    static void write(Path folder) {
        BaselineFile baselines = new BaselineFile(folder, "EPYC7742_16-threads");
        baselines.put("b.Tests.second()", baseline(0.1));
        baselines.put("a.Tests.first()", baseline(1e-9));
        baselines.put(NAME, baseline(123456789012.5));
        report(folder, "c.Tests.known()", new BudgetOutcome(Conclusion.PASS,
                Optional.of(figures(List.of(EnergyFlag.SHORT, EnergyFlag.OVERLAPPED))), "below the budget"));
        report(folder, "a.Tests.unknown()", new BudgetOutcome(Conclusion.SKIPPED, Optional.empty(),
                "nothing measures energy here: <none> & \"so\""));
        report(folder, NAME, BudgetOutcome.undecided("bell \u0007, path C:\\x/y, \u00b1 5 %"));
        report(folder, "b.Tests.last()",
                new BudgetOutcome(Conclusion.FAIL, Optional.of(figures(List.of())), "above it"));
    }

    private static Baseline baseline(double joules) {
        return new Baseline(joules, joules / 3, joules * 7, 30, "MEASURED", "package+dram", AT);
    }

    /** Adds to a report as one process of a build does. */
    private static void report(Path folder, String test, BudgetOutcome outcome) {
        BuildReport report = new BuildReport(folder);
        report.add(test, outcome.json(test, AT));
        report.write();
    }

    private static BudgetOutcome.Figures figures(List<EnergyFlag> flags) {
        return new BudgetOutcome.Figures(
                new Estimate(2.5, new Interval(-1e-3, Double.POSITIVE_INFINITY, 0.99)), new Interval(2, 1e7, 1), 4, 104,
                1.0 / 3, new ProcessShare(OptionalDouble.of(0.75),
                        EnergyReading.unavailable(Scope.PACKAGE, "share of processor time", "unknown")),
                EnergyReading.of(2.5, 2, 3, Provenance.MEASURED, Scope.PACKAGE, "powercap package-0", Set.of()),
                flags);
    }

    @Test
    void readsItsOwnBaselines() {
        write(folder);
        BaselineFile baselines = new BaselineFile(folder, "EPYC7742_16-threads");

        assertThat(baselines.find(NAME)).contains(baseline(123456789012.5));
        assertThat(baselines.find("a.Tests.first()")).contains(baseline(1e-9));
        assertThat(baselines.find("no.Tests.such()")).isEmpty();
    }

    @Test
    void readsBaselinesFormattedByAnotherTool() throws IOException {
        store("""
                \ufeff{"tests":{"\\u0061\\/b":{"joules":1E0,"joules_low":-0.5e+1,"joules_high":2,"repetitions":3,
                "note":[true,false,null,{}, [] ],"provenance":"MEASURED","scope":"gpu","written_at":"\\"\\\\\\n"}},"format":1}
                """
                .substring(1));

        assertThat(new BaselineFile(folder, "box").find("a/b"))
                .contains(new Baseline(1, -5, 2, 3, "MEASURED", "gpu", "\"\\\n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``                                         | is not JSON
            {"format": 1                               | is not JSON
            {"format": 01}                             | is not JSON
            {"format": NaN}                            | is not JSON
            {"format": 1} {}                           | is not JSON
            {"format": "1                              | is not JSON
            {"format": "\\x"}                          | is not JSON
            {"format": "\\u12"}                        | is not JSON
            {"format": 1,}                             | is not JSON
            {format: 1}                                | is not JSON
            []                                         | must be a JSON object
            {}                                         | format is missing
            {"format": 2}                              | format 2 is not known here, only 1
            {"format": "1"}                            | format must be a
            {"format": 1.5}                            | format must be a
            {"format": 1}                              | tests is missing
            {"format": 1, "tests": 3}                  | tests must be an object
            {"format": 1, "tests": {"t": 3}}           | t must be an object
            {"format": 1, "tests": {"t": {}}}          | joules is missing
            {"format": 1, "tests": {"t": {"joules": "1"}}} | joules must be a number
            {"format": 1, "tests": {"t": {"joules": 1e999}}} | is not JSON
            """)
    void refusesADamagedBaselineAndNamesThePlace(String json, String reason) throws IOException {
        Path file = store(json);

        assertThatThrownBy(() -> new BaselineFile(folder, "box").find("t")).isInstanceOf(InputException.class)
                .hasMessageStartingWith(file.toString()).hasMessageContaining(reason);
    }

    @Test
    void refusesDeepNestingWithoutOverflow() throws IOException {
        store("[".repeat(1_000_000));

        assertThatThrownBy(() -> new BaselineFile(folder, "box").find("t")).isInstanceOf(InputException.class)
                .hasMessageContaining("200 levels");
    }

    @Test
    void replacesADamagedReport() throws IOException {
        Files.writeString(folder.resolve(BuildReport.JSON), "{\"format\" : 1, \"tests\" : [ {");
        report(folder, "a.Tests.first()", new BudgetOutcome(Conclusion.SKIPPED, Optional.empty(), "off"));

        assertThat(folder.resolve(BuildReport.JSON)).content().contains("a.Tests.first()").endsWith("\n  ]\n}\n\n");
    }

    private Path store(String json) throws IOException {
        return Files.write(folder.resolve("box.json"), json.getBytes(StandardCharsets.UTF_8));
    }
}
