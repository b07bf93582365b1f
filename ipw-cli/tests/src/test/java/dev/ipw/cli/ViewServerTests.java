package dev.ipw.cli;

import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.view.ViewServer;
import dev.ipw.report.view.RunBrowser;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Asks for pages as a browser would. */
@Tag("real-time")
class ViewServerTests {
    @TempDir
    Path folder;

    private ViewServer server;

    @BeforeEach
    void start() {
        server = ViewServer.start(RunBrowser.of(List.of(folder)), 0);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private record Answer(int status, String body, HttpURLConnection connection) {}

    private static Answer ask(URI address, String method) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
        connection.setRequestMethod(method);
        int status = connection.getResponseCode();
        try (InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            return new Answer(status, body == null ? "" : new String(body.readAllBytes(), StandardCharsets.UTF_8),
                    connection);
        }
    }

    @Test
    void refusesAPortWhereItStartsNoServer() {
        CapturedTerminal captured = new CapturedTerminal();

        assertThat(IpwCommand.run(new String[]{"view", folder.toString(), "--output", folder.resolve("site").toString(),
                "--port", "8080"}, captured.terminal(80))).isEqualTo(ExitCode.WRONG_USE);

        assertThat(captured.err()).contains("--port", "--output");
        assertThat(folder.resolve("site")).doesNotExist();
    }

    @Test
    void servesPagesUnderItsToken() throws IOException {
        Answer page = ask(server.address(""), "GET");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("<h1>Runs</h1>", "There is no run");
        assertThat(page.connection().getHeaderField("Cache-Control")).isEqualTo("no-store");
        assertThat(page.connection().getHeaderField("Set-Cookie")).isNull();
        assertThat(ask(server.address("api/v1/runs"), "GET").body()).contains("\"runs\":[]");
        assertThat(ask(server.address("index.html?text=a%20b&text=c"), "GET").status()).isEqualTo(200);
    }

    @Test
    void refusesWhoDoesNotKnowTheToken() throws IOException {
        URI address = server.address("");
        for (String path : List.of("/", "/index.html", "/x/index.html", "//index.html",
                address.getPath().substring(0, address.getPath().length() - 2) + "/index.html")) {
            assertThat(ask(address.resolve(URI.create(path.startsWith("//") ? "/." + path : path)), "GET").status())
                    .as(path).isEqualTo(404);
        }
    }

    @Test
    void refusesOtherMethodsAndSites() throws IOException, InterruptedException {
        assertThat(ask(server.address(""), "POST").status()).isEqualTo(405);
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest foreign = HttpRequest.newBuilder(server.address("")).header("Origin", "http://other.example")
                    .build();
            assertThat(client.send(foreign, HttpResponse.BodyHandlers.discarding()).statusCode()).isEqualTo(403);
        }
    }

    @Test
    void endsTheEventsOfARunThatIsNotGoingOn() throws IOException {
        assertThat(ask(server.address("runs/none/events"), "GET").body()).isEqualTo("event: end\ndata: \"\"\n\n");
    }
}
