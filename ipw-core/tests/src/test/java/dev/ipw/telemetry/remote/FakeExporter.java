package dev.ipw.telemetry.remote;

import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.plugin.Parameters;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetrySource;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Show pages on a loopback port, as an exporter does, and let a test change them. */
final class FakeExporter implements AutoCloseable {
    static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private final ScriptedServer server;
    private final Socket gone = new Socket();
    private volatile ScriptedServer.Script script;

    private FakeExporter(ScriptedServer.Script script) throws IOException {
        this.script = script;
        server = ScriptedServer.start((request, reply) -> this.script.answer(request, reply));
    }

    static FakeExporter answering(ScriptedServer.Script script) throws IOException {
        return new FakeExporter(script);
    }

    static FakeExporter showing(String page) throws IOException {
        return new FakeExporter((request, reply) -> reply.send(200, TEXT, page));
    }

    /** Read a page that stands beside the tests. */
    static String page(String name) throws IOException {
        try (InputStream in = FakeExporter.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    void answer(ScriptedServer.Script next) {
        script = next;
    }

    void show(String page) {
        answer((request, reply) -> reply.send(200, TEXT, page));
    }

    String url() {
        return "http://127.0.0.1:" + server.port() + "/metrics";
    }

    String name() {
        return "127.0.0.1:" + server.port();
    }

    List<ScriptedServer.Request> requests() {
        return server.requests();
    }

    TelemetrySource open(Map<String, String> parameters) {
        return open(url(), parameters);
    }

    static TelemetrySource open(String argument, Map<String, String> parameters) {
        return new PrometheusProvider().open(environment(argument, parameters)).getFirst();
    }

    static TelemetryEnvironment environment(String argument, Map<String, String> parameters) {
        return TelemetryEnvironment.of(Map.of()).withArgument(argument)
                .withParameters(Parameters.of("the collector prometheus", parameters));
    }

    /** Be gone from now on; nobody else takes the port before it is closed. */
    void stop() throws IOException {
        server.close();
        if (!gone.isBound()) {
            gone.setReuseAddress(true);
            gone.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), server.port()));
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        gone.close();
    }
}
