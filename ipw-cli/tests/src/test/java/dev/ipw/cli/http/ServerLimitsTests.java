package dev.ipw.cli.http;

import dev.ipw.internal.wire.ServingLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ServerLimitsTests {
    @Test
    void holdsServersOfTheJdkToTheDeadlinesOfAllOthers() throws IOException {
        try (GuardedServer server = GuardedServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                List.of(), ServingLimits.DEFAULT, exchange -> {}, (exchange, status, message) -> {})) {
            assertThat(server.port()).isPositive();
            assertThat(System.getProperty("sun.net.httpserver.maxReqTime"))
                    .isEqualTo(String.valueOf(ServingLimits.DEFAULT.head().toSeconds()));
            assertThat(System.getProperty("sun.net.httpserver.idleInterval"))
                    .isEqualTo(String.valueOf(ServingLimits.DEFAULT.idle().toSeconds()));
            assertThat(System.getProperty("jdk.httpserver.maxConnections")).isNotNull();
        }
    }
}
