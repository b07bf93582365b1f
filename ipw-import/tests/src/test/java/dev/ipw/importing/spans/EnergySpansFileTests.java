package dev.ipw.importing.spans;

import dev.ipw.error.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EnergySpansFileTests extends SpanFixture {
    private final String spans = request(span("root", "", "POST", 0, 900),
            chat("c", "root", 100, 500, 5, 5).replace("\"status\":{}",
                    "\"status\":{},\"links\":[{\"traceId\":\"t1\",\"spanId\":\"root\"}],\"flags\":257"));

    @Test
    void addsTheJoulesAsTheLiveBridgeNamesThem() throws IOException {
        SpanAttribution result = attribute(samples(1000), spans);
        Path target = folder.resolve("with-energy.json");
        EnergySpansFile.write(result, folder.resolve("spans.json"), target);

        String written = Files.readString(target);
        assertThat(written.lines()).hasSize(1);
        assertThat(written).contains("{\"key\":\"ipw.energy.joules\",\"value\":{\"doubleValue\":40",
                "\"ipw.energy.lower_joules\"", "\"ipw.energy.upper_joules\"", "\"ipw.energy.own_joules\"",
                "{\"key\":\"ipw.energy.provenance\",\"value\":{\"stringValue\":\"MEASURED\"}}",
                "\"ipw.energy.source\"", "\"links\":[{\"traceId\":\"t1\",\"spanId\":\"root\"}],\"flags\":257",
                "\"gen_ai.usage.output_tokens\",\"value\":{\"intValue\":\"5\"}");
        assertThat(written.split("ipw.energy.joules", -1)).hasSize(2);
        assertThat(SpanLog.read(target).spans()).isEqualTo(SpanLog.read(folder.resolve("spans.json")).spans());
    }

    @Test
    void replacesTheJoulesOfAnEarlierTime() throws IOException {
        SpanAttribution result = attribute(samples(1000), spans);
        Path once = folder.resolve("once.json");
        Path twice = folder.resolve("twice.json");
        EnergySpansFile.write(result, folder.resolve("spans.json"), once);
        EnergySpansFile.write(result, once, twice);
        assertThat(twice).hasSameTextualContentAs(once);
    }

    @Test
    void saysWhyASpanHasNone() throws IOException {
        SpanAttribution result = attribute(samples(1000), request(chat("c", "", 2000, 2500, 5, 5)));
        Path target = folder.resolve("with-energy.json");
        EnergySpansFile.write(result, folder.resolve("spans.json"), target);
        assertThat(Files.readString(target)).contains("\"UNAVAILABLE\"", "the span started after the last sample")
                .doesNotContain("ipw.energy.joules");
    }

    @Test
    void doesNotWriteOverWhatItReads() throws IOException {
        SpanAttribution result = attribute(samples(1000), spans);
        Path file = folder.resolve("spans.json");
        assertThatThrownBy(() -> EnergySpansFile.write(result, file, file))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("spans.json");
    }
}
