package dev.ipw.cli;

import dev.ipw.cli.http.RawRequest;
import java.io.BufferedReader;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Serves from a process of its own, since the JDK's server reads its limits once for each process. */
@Tag("real-time")
@Tag("process")
class PackagedServeTests {
    @TempDir
    Path folder;

    @Test
    void hangsUpOnRequestsThatAreHalfSent() throws Exception {
        Process serving = new PackagedCommand(folder).withJavaOption("-Dsun.net.httpserver.maxReqTime=1")
                .startPiped("serve", "--port", "0", "--model", "small", "--quiet");
        try (BufferedReader out = serving.inputReader()) {
            String told = out.readLine();
            int port = URI.create(told.substring(told.indexOf("http://"))).getPort();
            String head = "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

            assertThat(RawRequest.sendAndWait(port, head)).isEmpty();
            assertThat(RawRequest.sendAndWait(port, head + "Content-Length: 100\r\n\r\n{\"model\"")).isEmpty();
            // A machine that stalls for a second cuts this one, too.
            String health = "";
            while (health.isEmpty()) {
                health = RawRequest.send(port, "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            }
            assertThat(health).startsWith("HTTP/1.1 200");
        } finally {
            serving.destroy();
            serving.waitFor();
        }
    }
}
