package dev.ipw.examples.benchmarks.wire;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class WireLagTests {
    @Test
    void everyClientFindsEveryStamp() throws Exception {
        try (GoldenServer server = GoldenServer.start(new ServerSocket(0, 64, InetAddress.getLoopbackAddress()))) {
            for (boolean burst : new boolean[]{true, false}) {
                List<String> table = new WireLag(1, 0.1).measure(new Shape(false, burst, 8, 20_000_000),
                        "http://127.0.0.1:" + server.port());

                assertThat(table).hasSize(5 + StreamClient.all().size());
                assertThat(table.get(5)).startsWith("| bare NIO selector |").contains("| 1.00 | 1.00 |");
            }
        }
    }

    @Test
    void findsStampsHoweverTheyAreCut() {
        byte[] chunk = GoldenEvent.chunk();
        GoldenEvent.stamp(chunk, GoldenEvent.stampAt(chunk), 123_456);
        for (int cut = 0; cut <= chunk.length; cut++) {
            LagRecorder recorder = new LagRecorder(1);
            GoldenEvent.Finder finder = new GoldenEvent.Finder(recorder);
            finder.feed(chunk, 0, cut, 124_456);
            finder.feed(chunk, cut, chunk.length - cut, 124_456);

            assertThat(recorder.finish().median()).isEqualTo(1);
        }
    }
}
