package dev.ipw.agents.proxy;

import dev.ipw.inference.FailureKind;
import dev.ipw.testing.Draws;
import dev.ipw.testing.ModelServerScript;
import dev.ipw.testing.ModelServerScript.Reply;
import dev.ipw.testing.ModelServerScript.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Hundreds of streams at once, a thousand where the suite runs in full, of ten tasks, with stalls and tears as they are drawn. */
@Tag("fuzz")
@Tag("real-time")
class ThousandStreamsTests {
    private static final int STREAMS = Draws.of(200, 1_000);
    private static final int TASKS = 10;
    private static final long SEED = 20_261_125;

    @Test
    void arrivesByteForByteAndIsRecordedForItsTask() throws Exception {
        List<ConcurrentMap<Integer, ObservedCall>> recorded = new ArrayList<>();
        try (ModelServerScript server = ModelServerScript.start(ThousandStreamsTests::play);
                RecordingProxy proxy = RecordingProxy
                        .start(Upstream.of(server.address(), Optional.empty(), name -> Optional.empty()));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<ProxyTask> tasks = new ArrayList<>();
            for (int i = 0; i < TASKS; i++) {
                ConcurrentMap<Integer, ObservedCall> calls = new ConcurrentHashMap<>();
                recorded.add(calls);
                tasks.add(proxy.open(call -> assertThat(calls.put(number(call), call)).isNull()));
            }
            List<Callable<Stream>> programs = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                int number = i;
                programs.add(() -> ask(proxy.port(), tasks.get(number % TASKS).key(), number));
            }
            List<Future<Stream>> streams = threads.invokeAll(programs);
            for (int number = 0; number < STREAMS; number++) {
                assertThat(streams.get(number).get()).isEqualTo(new Stream(
                        String.join("", Part.passed(number)), !isTorn(number)));
            }
            tasks.forEach(ProxyTask::close);
        }
        for (int task = 0; task < TASKS; task++) {
            assertThat(recorded.get(task)).hasSize(STREAMS / TASKS);
            new TreeMap<>(recorded.get(task)).forEach(ThousandStreamsTests::check);
            int remainder = task;
            assertThat(recorded.get(task).keySet()).allMatch(number -> number % TASKS == remainder);
        }
    }

    private static void check(int number, ObservedCall call) {
        assertThat(call.response().text()).isEqualTo(Part.text(number));
        assertThat(call.timeline().isOrdered()).isTrue();
        if (isTorn(number)) {
            assertThat(call.failure().orElseThrow().kind()).isEqualTo(FailureKind.TRUNCATED);
        } else {
            assertThat(call.failure()).isEmpty();
            assertThat(call.response().usage().output()).hasValue(number + 1L);
        }
    }

    private static int number(ObservedCall call) {
        return Integer.parseInt(call.messages().getFirst().text());
    }

    private static boolean isTorn(int number) {
        return number % 9 == 4;
    }

    private static void play(Request request, Reply reply) throws IOException, InterruptedException {
        int number = Integer.parseInt(request.body().replaceFirst("(?s).*\"content\":\"(\\d+)\".*", "$1"));
        Random stalls = new Random(SEED ^ number);
        reply.beginStream();
        for (String part : Part.sent(number)) {
            reply.chunk(part);
            if (stalls.nextInt(3) == 0) {
                Thread.sleep(stalls.nextInt(15));
            }
        }
        if (isTorn(number)) {
            reply.close();
        } else {
            reply.endStream();
        }
    }

    private static Stream ask(int port, String key, int number) throws IOException {
        String body = "{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"" + number
                + "\"}]}";
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                    + key + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                    .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            while (!line(in).isEmpty()) {
                // The head says nothing that is looked at here.
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (String size = line(in); !size.isEmpty(); size = line(in)) {
                int length = Integer.parseInt(size, 16);
                if (length == 0) {
                    return new Stream(bytes.toString(StandardCharsets.UTF_8), true);
                }
                bytes.writeBytes(in.readNBytes(length));
                line(in);
            }
            return new Stream(bytes.toString(StandardCharsets.UTF_8), false);
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    /** What a program got. */
    private record Stream(String text, boolean isWhole) {}

    /** What the server sends to one of them. */
    private static final class Part {
        private Part() {}

        static List<String> sent(int number) {
            List<String> parts = new ArrayList<>(passed(number));
            if (!isTorn(number)) {
                parts.add(parts.size() - 1,
                        "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":"
                                + (number + 1) + ",\"total_tokens\":" + (number + 6) + "}}\n\n");
            }
            return parts;
        }

        /** The counts were not asked for by the program. */
        static List<String> passed(int number) {
            List<String> parts = new ArrayList<>();
            for (String word : words(number)) {
                parts.add("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + word + "\"}}]}\n\n");
            }
            if (!isTorn(number)) {
                parts.add("data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
                parts.add("data: [DONE]\n\n");
            }
            return parts;
        }

        static String text(int number) {
            return String.join("", words(number));
        }

        private static List<String> words(int number) {
            Random random = new Random(SEED + number);
            List<String> words = new ArrayList<>();
            int count = 1 + random.nextInt(20);
            for (int i = 0; i < count; i++) {
                words.add(number + "ü" + random.nextInt(1_000_000) + " ");
            }
            return words;
        }
    }
}
