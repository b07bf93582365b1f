package dev.ipw.examples.benchmarks.wire;

import dev.ipw.internal.wire.ExchangeHandler;
import dev.ipw.internal.wire.SocketTransport;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireLimits;
import dev.ipw.internal.wire.WireRequest;
import dev.ipw.internal.wire.WireResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A program that prints the delay between the stamp of a request's sending and its arrival at a {@link ReceiptServer}
 * in another process, compared with a raw client of blocking channels and threads of the system. The two take turns; a
 * first round warms up and does not count.
 */
public final class ReceiptLag {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final WireLimits LIMITS = new WireLimits(PATIENCE, PATIENCE, PATIENCE, PATIENCE, Long.MAX_VALUE);
    private static final int LATE_NANOS = 10_000_000;
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    private static final String HEAD_END = "\r\n\r\n";

    private final int port;
    private final int requests;

    ReceiptLag(int port, int requests) {
        this.port = port;
        this.requests = requests;
    }

    /** A sender of consecutive requests of one stream. */
    @FunctionalInterface
    private interface Stream {
        long[] lags(int count) throws Exception;
    }

    /**
     * Prints the table.
     *
     * @param arguments the server's port, the number of requests of a turn, the number of rounds that count, and
     *                  numbers of streams
     */
    public static void main(String[] arguments) throws Exception {
        ReceiptLag lag = new ReceiptLag(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        System.out.println("| streams | client | requests | p50 us | p99 us | most us | over 10 ms |");
        System.out.println("|---:|---|---:|---:|---:|---:|---:|");
        for (String streams : Arrays.copyOfRange(arguments, 3, arguments.length)) {
            lag.measure(Integer.parseInt(streams), Integer.parseInt(arguments[2])).forEach(System.out::println);
        }
    }

    List<String> measure(int streams, int rounds) throws Exception {
        Map<String, List<Long>> lags = new LinkedHashMap<>();
        for (int round = 0; round <= rounds; round++) {
            SocketTransport transport = new SocketTransport();
            List<Long> ours = turn(streams, Executors.newVirtualThreadPerTaskExecutor(),
                    count -> ours(transport, count));
            List<Long> raw = turn(streams, Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory()),
                    this::raw);
            if (round > 0) {
                lags.computeIfAbsent("SocketTransport", name -> new ArrayList<>()).addAll(ours);
                lags.computeIfAbsent("raw", name -> new ArrayList<>()).addAll(raw);
            }
        }
        return lags.entrySet().stream().map(each -> row(streams, each.getKey(), each.getValue())).toList();
    }

    private List<Long> turn(int streams, ExecutorService threads, Stream stream) throws Exception {
        Callable<long[]> reading = () -> stream.lags(Math.max(1, requests / streams));
        List<Long> lags = new ArrayList<>();
        try (threads) {
            List<Future<long[]>> all = new ArrayList<>();
            for (int each = 0; each < streams; each++) {
                all.add(threads.submit(reading));
            }
            for (Future<long[]> one : all) {
                Arrays.stream(one.get()).forEach(lags::add);
            }
        }
        return lags;
    }

    private long[] ours(SocketTransport transport, int count) throws Exception {
        WireRequest request = WireRequest.get(URI.create("http://127.0.0.1:" + port + "/"), Map.of());
        long[] lags = new long[count];
        for (int at = 0; at < count; at++) {
            lags[at] = transport.exchange(request, LIMITS, new Receipt());
        }
        return lags;
    }

    /** A handler that takes the difference of the server's stamp and the client's. */
    private static final class Receipt implements ExchangeHandler<Long, WireException> {
        private long sentNanos;

        @Override
        public void sent(long nanos) {
            sentNanos = nanos;
        }

        @Override
        public Long handle(WireResponse response) throws WireException {
            byte[] body = new byte[HEAD_END.length() * REQUEST.length()];
            int length = 0;
            for (int count = 0; count >= 0; count = response.body().read(body, length, body.length - length)) {
                length += count;
            }
            return Long.parseLong(new String(body, 0, length, StandardCharsets.ISO_8859_1)) - sentNanos;
        }
    }

    private long[] raw(int count) throws IOException {
        long[] lags = new long[count];
        try (SocketChannel connection = SocketChannel
                .open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            connection.socket().setTcpNoDelay(true);
            ByteBuffer answer = ByteBuffer.allocate(REQUEST.length() * HEAD_END.length());
            for (int at = 0; at < count; at++) {
                ByteBuffer request = StandardCharsets.ISO_8859_1.encode(REQUEST);
                // The stamp is taken as in the SDK's client: right before the bytes are passed on.
                long sentNanos = System.nanoTime();
                connection.write(request);
                lags[at] = receipt(connection, answer.clear()) - sentNanos;
            }
        }
        return lags;
    }

    /** Reads an answer, which is short enough to come as one piece. */
    private static long receipt(SocketChannel connection, ByteBuffer answer) throws IOException {
        connection.read(answer);
        String text = StandardCharsets.ISO_8859_1.decode(answer.flip()).toString();
        return Long.parseLong(text.substring(text.indexOf(HEAD_END) + HEAD_END.length()));
    }

    private static String row(int streams, String client, List<Long> lags) {
        long[] sorted = lags.stream().mapToLong(Long::longValue).sorted().toArray();
        return String.format(Locale.ROOT, "| %d | %s | %d | %.0f | %.0f | %.0f | %d |", streams, client, sorted.length,
                sorted[sorted.length / 2] / 1e3, sorted[(int) (sorted.length * 0.99)] / 1e3,
                sorted[sorted.length - 1] / 1e3, Arrays.stream(sorted).filter(lag -> lag > LATE_NANOS).count());
    }
}
