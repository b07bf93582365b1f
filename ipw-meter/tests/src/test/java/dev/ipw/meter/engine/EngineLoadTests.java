package dev.ipw.meter.engine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class EngineLoadTests {
    @TempDir
    private Path directory;

    @Test
    void everyRequestThatItSendsHasItsTruth() throws Exception {
        Path truth = directory.resolve("truth.jsonl");
        Path sent = directory.resolve("sent.jsonl");
        try (EngineServer server = new EngineServer(EngineRun.drawn(EngineKind.UNSTREAMED, 2), Lengths.SHORT, 1, 0,
                Optional.of(truth))) {
            EngineLoad.main(new String[]{"--url", "http://127.0.0.1:" + server.port(), "--kind", "unstreamed",
                    "--seed", "2", "--seconds", "3", "--out", sent.toString()});
            server.engine().totals().get();
        }

        Map<String, JsonNode> truths = new HashMap<>();
        for (String line : Files.readAllLines(truth)) {
            JsonNode node = Json.parse(line);
            truths.put(node.path("id").textValue(), node);
        }
        List<String> lines = Files.readAllLines(sent);
        assertThat(lines).isNotEmpty().hasSameSizeAs(truths.keySet());
        for (String line : lines) {
            JsonNode node = Json.parse(line);
            assertThat(node.path("status").textValue()).contains("200");
            assertThat(node.path("failure").textValue()).isEmpty();
            JsonNode known = truths.get(node.path("id").textValue());
            assertThat(known).isNotNull();
            assertThat(known.path("complete").booleanValue()).isTrue();
            assertThat(known.path("physics_joules").doubleValue()).isPositive();
        }
    }
}
