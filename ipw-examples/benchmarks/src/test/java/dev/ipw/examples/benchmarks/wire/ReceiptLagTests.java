package dev.ipw.examples.benchmarks.wire;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReceiptLagTests {
    @Test
    void measuresBothClientsWithTheSameRequests() throws Exception {
        try (ReceiptServer server = ReceiptServer.start()) {
            assertThat(new ReceiptLag(server.port(), 8).measure(2, 1)).satisfiesExactly(
                    ours -> assertThat(ours).startsWith("| 2 | SocketTransport | 8 |"),
                    raw -> assertThat(raw).startsWith("| 2 | raw | 8 |"));
        }
    }
}
