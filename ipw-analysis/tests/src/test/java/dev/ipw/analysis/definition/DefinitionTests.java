package dev.ipw.analysis.definition;

import dev.ipw.analysis.definition.Definition.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class DefinitionTests {
    @ParameterizedTest
    @EnumSource
    void everyToolHasAFigureOrAReason(Metric metric) {
        assertThat(Definition.of(metric)).extracting(Definition::tool).contains(BenchmarkTool.values());
        assertThat(Definition.of(metric)).first().extracting(Definition::tool).isEqualTo(BenchmarkTool.IPW);
        assertThat(Definition.of(metric)).allSatisfy(definition -> {
            assertThat(definition.metric()).isEqualTo(metric);
            assertThat(definition.words().isEmpty()).isEqualTo(definition.source() instanceof Source.Nothing);
        });
    }

    @Test
    void theDocumentSaysWhatTheCodeDoes() throws IOException {
        String document = Files.readString(Path.of("..", "..", "docs", "definitions.md"));

        assertThat(Arrays.stream(Metric.values()).flatMap(metric -> Definition.of(metric).stream())).allSatisfy(
                definition -> assertThat(document).contains("| " + definition.tool().label() + " | "
                        + (definition.source() instanceof Source.Nothing nothing
                                ? " | none: " + nothing.reason() + " |"
                                : "`" + definition.name() + "` | " + definition.words() + " |")));
    }

    @Test
    void everyFormulaIsSomebodysDefinition() {
        assertThat(Arrays.stream(Metric.values()).flatMap(metric -> Definition.of(metric).stream())
                .map(Definition::source)).contains(
                        Arrays.stream(Formula.values()).map(Source.PerRequest::new).toArray(Source[]::new));
    }
}
