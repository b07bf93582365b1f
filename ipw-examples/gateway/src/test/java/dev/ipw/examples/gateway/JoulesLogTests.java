package dev.ipw.examples.gateway;

import dev.ipw.testing.StandardOutput;
import dev.ipw.testing.Transcript;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the gateway as it is on a machine without sensors, in front of a scripted model server. */
@Tag("real-time")
class JoulesLogTests {
    @ResourceLock(Resources.SYSTEM_OUT)
    @Test
    void logsTheLineOfTheGuide() throws Exception {
        List<String> lines;
        try (ScriptedServer server = ScriptedServer.start();
                StandardOutput out = StandardOutput.capture();
                HttpClient client = HttpClient.newHttpClient();
                ConfigurableApplicationContext gateway = SpringApplication.run(GatewayApplication.class,
                        "--server.port=0", "--gateway.upstream=" + server.url(), "--gateway.telemetry=estimate",
                        "--logging.pattern.console=%m%n")) {
            String port = gateway.getEnvironment().getRequiredProperty("local.server.port");
            server.release("large");
            client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/chat/completions"))
                    .header("Content-Type", "application/json").header("X-Tenant", "team-a")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"large\",\"messages\":[]}")).build(),
                    BodyHandlers.ofString());
            lines = out.await(" team-a large: ", 1);
        }
        assertThat(Transcript.differences(Path.of("..", "..", "docs", "meter-java.md"), getClass(), lines.getFirst()))
                .isEmpty();
    }
}
