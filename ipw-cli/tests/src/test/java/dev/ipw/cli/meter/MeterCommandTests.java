package dev.ipw.cli.meter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.terminal.Terminal;
import dev.ipw.cli.terminal.VisibleStream;
import dev.ipw.hosted.HostedEstimate;
import dev.ipw.hosted.HostedTable;
import dev.ipw.hosted.HostedTokens;
import dev.ipw.internal.json.Json;
import dev.ipw.testing.Canary;
import dev.ipw.testing.ClosedPort;
import dev.ipw.testing.Draws;
import dev.ipw.testing.ModelServerScript;
import dev.ipw.testing.Transcript;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** The command in front of a scripted server. */
@Tag("real-time")
class MeterCommandTests {
    private static final String ASKED = "{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"2+2=\"}]}";
    private static final List<String> STREAM = List.of(
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Four\"},\"finish_reason\":\"stop\"}]}\n\n",
            "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":1}}\n\n", "data: [DONE]\n\n");

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void metersRequestsUntilItIsInterrupted() throws Exception {
        Path lines = folder.resolve("requests.jsonl");
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> reply.stream(STREAM));
                Running meter = start("--upstream", server.address(), "--telemetry", "estimate", "--requests",
                        lines.toString())) {
            String url = meter.line().replaceFirst("Metering " + server.address() + " at ", "");
            HttpResponse<String> answer = post(url);
            assertThat(answer.body()).isEqualTo(STREAM.get(0) + STREAM.get(2));
            assertThat(meter.interrupted()).isEqualTo(ExitCode.INTERRUPTED);

            assertThat(Files.readAllLines(lines)).hasSize(1);
            JsonNode figures = Json.parse(Files.readAllLines(lines).getFirst());
            assertThat(figures.path("id").asText()).isEqualTo(answer.headers().firstValue("x-ipw-request-id").get());
            assertThat(figures.path("tokens").path("output").asInt()).isEqualTo(1);
            assertThat(figures.path("energy").path("provenance").asText()).isEqualTo("estimated");
            assertThat(figures.path("energy").path("final").asBoolean()).isTrue();
            assertThat(figures.path("tenant").asText()).matches("[0-9a-f]{12}");
            assertThat(meter.err()).contains("Joules are estimated from processor time",
                    url + "/ipw/requests/ID", "1 request: ");
            assertThat(Canary.isIn(meter.err())).isFalse();
        }
    }

    @Test
    void writesLinesOfJson() throws Exception {
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> reply.stream(STREAM));
                Running meter = start("--upstream", server.address(), "--telemetry", "estimate", "--json",
                        "--in-band")) {
            JsonNode start = Json.parse(meter.line());
            assertThat(start.path("upstream").asText()).isEqualTo(server.address());
            post(start.path("url").asText());
            assertThat(Json.parse(meter.line()).path("model").asText()).isEqualTo("m");
            meter.interrupted();
        }
    }

    @Test
    void answersWithTheFiguresOfTheGuide() throws Exception {
        String answer = "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"475\"},"
                + "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":8,\"completion_tokens\":4}}";
        try (ModelServerScript server = ModelServerScript
                .start((request, reply) -> reply.send(200, "application/json", answer));
                Running meter = start("--upstream", server.address(), "--telemetry", "estimate", "--json")) {
            String url = Json.parse(meter.line()).path("url").asText();
            post(url, ASKED.replace("\"m\"", "\"large\""));
            // Printed once its figures are final.
            String id = Json.parse(meter.line()).path("id").asText();

            String printed = http.send(HttpRequest.newBuilder(URI.create(url + "/ipw/requests/" + id)).build(),
                    BodyHandlers.ofString()).body();
            assertThat(Transcript.differences(Path.of("..", "..", "docs", "meter.md"), getClass(), printed)).isEmpty();
        }
    }

    @Test
    void estimatesRequestsToAHostedServerWithoutSensors() throws Exception {
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> reply.stream(STREAM));
                Running meter = start("--upstream", server.address(), "--estimate-hosted", "--json")) {
            String url = Json.parse(meter.line()).path("url").asText();
            post(url, ASKED.replace("\"m\"", "\"gpt-4o\""));
            JsonNode known = Json.parse(meter.line());
            assertThat(known.path("energy").path("joules").isNull()).isTrue();
            assertThat(known.path("hosted_estimate").path("estimated_joules").asDouble())
                    .isEqualTo(HostedEstimate.of(HostedTable.shipped(), "gpt-4o", new HostedTokens(12, 0, 1)).joules()
                            .likely());
            post(url, ASKED);
            assertThat(Json.parse(meter.line()).path("hosted_estimate").path("reason").asText())
                    .contains("does not have the model 'm'");
            meter.interrupted();
            assertThat(meter.err()).contains("Nothing is measured", "ESTIMATED from billed tokens",
                    " ESTIMATED from tokens, not measured; 1 without an estimate");
        }
        CapturedTerminal captured = new CapturedTerminal();
        assertThat(IpwCommand.run(new String[]{"meter", "--upstream", "http://127.0.0.1:1", "--estimate-hosted",
                "--by", "user", "--listen", "0", "--budget", "a=1J/day"}, captured.terminal(100)))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--budget counts measured joules");
    }

    @Test
    void marksFiguresAsIncompleteWhileACollectorIsLateAndChargesNoJoulesOfThisMachineToARemoteServer()
            throws Exception {
        // Its figures are final after the longest wait for a sensor.
        assumeThat(Draws.thorough()).isTrue();
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> reply.stream(STREAM));
                ClosedPort local = new ClosedPort();
                ClosedPort remote = new ClosedPort();
                Running here = start("--upstream", server.address(), "--json", "--telemetry",
                        "estimate,prometheus:" + local.address());
                Running elsewhere = start("--upstream", server.address(), "--json", "--serving-host", "remote",
                        "--telemetry", "estimate,prometheus:" + remote.address())) {
            post(Json.parse(here.line()).path("url").asText());
            post(Json.parse(elsewhere.line()).path("url").asText());
            assertThat(Json.parse(here.line()).path("energy").path("flags")).extracting(JsonNode::asText)
                    .contains("partial");
            assertThat(Json.parse(elsewhere.line()).path("energy").path("joules").isNull()).isTrue();
            assertThat(here.interrupted()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(here.err()).contains("No answer yet from the collector prometheus;");
        }
    }

    @Test
    void passesOnWithoutSensorsAndBeforeTheServerRuns() throws Exception {
        try (ClosedPort closed = new ClosedPort();
                Running meter = start("--upstream", closed.address(), "--telemetry", "none")) {
            String url = meter.line().replaceFirst(".* at ", "");
            assertThat(post(url).statusCode()).isEqualTo(502);
            assertThat(meter.interrupted()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(meter.err()).contains("Nothing is metered", "does not answer yet");
        }
    }

    @Test
    void refusesAPortThatIsTakenAndAReplicaThatIsNotThere() throws Exception {
        CapturedTerminal captured = new CapturedTerminal();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(
                    IpwCommand.run(new String[]{"meter", "--upstream", "http://127.0.0.1:1", "--telemetry", "estimate",
                            "--by", "user", "--listen", "127.0.0.1:" + taken.getLocalPort()}, captured.terminal(100)))
                    .isEqualTo(ExitCode.WRONG_USE);
        }
        assertThat(captured.err()).contains("cannot listen on 127.0.0.1").doesNotContain("0 requests");
        assertThat(IpwCommand.run(new String[]{"meter", "--upstream", "http://127.0.0.1:1", "--telemetry", "estimate",
                "--by", "user", "--listen", "0", "--replica", "header:X=a=card-9"}, captured.terminal(100)))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("the device 'card-9', which is not metered here");
    }

    private HttpResponse<String> post(String url) throws IOException, InterruptedException {
        return post(url, ASKED);
    }

    private HttpResponse<String> post(String url, String body) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create(url + "/v1/chat/completions"))
                .header("Authorization", "Bearer " + Canary.KEY).POST(BodyPublishers.ofString(body)).build(),
                BodyHandlers.ofString());
    }

    private Running start(String... options) throws IOException {
        return new Running(folder.resolve("salt"), options);
    }

    /** The command on a thread of its own, which an interrupt ends. */
    private static final class Running implements AutoCloseable {
        private final PipedInputStream written = new PipedInputStream(1 << 20);
        private final ByteArrayOutputStream err = new ByteArrayOutputStream();
        private final CompletableFuture<Integer> code = new CompletableFuture<>();
        private final BufferedReader lines = new BufferedReader(
                new InputStreamReader(written, StandardCharsets.UTF_8));
        private final Thread thread;

        Running(Path salt, String... options) throws IOException {
            String[] arguments = new String[options.length + 5];
            System.arraycopy(new String[]{"meter", "--listen", "0", "--salt-file", salt.toString()}, 0, arguments, 0,
                    5);
            System.arraycopy(options, 0, arguments, 5, options.length);
            Terminal terminal = new Terminal(
                    new VisibleStream(new PrintStream(new PipedOutputStream(written), true, StandardCharsets.UTF_8)),
                    new VisibleStream(new PrintStream(err, true, StandardCharsets.UTF_8)), false, false, false, 100,
                    Terminal.DEFAULT_ROWS);
            thread = Thread.ofPlatform().start(() -> {
                try {
                    code.complete(IpwCommand.run(arguments, terminal));
                } finally {
                    code.complete(-1);
                }
            });
        }

        /** Waits for the next line on standard output. */
        String line() throws IOException {
            return lines.readLine();
        }

        int interrupted() {
            thread.interrupt();
            return code.join();
        }

        String err() {
            return err.toString(StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            interrupted();
        }
    }
}
