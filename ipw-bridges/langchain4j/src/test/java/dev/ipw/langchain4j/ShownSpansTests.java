package dev.ipw.langchain4j;

import dev.ipw.telemetry.RequestEnergy;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.testing.Transcript;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Makes the calls whose joules the guide shows, and compares the lines with it. */
@Tag("process")
@Tag("real-time")
class ShownSpansTests {
    private static final String CHAT = "chat large: ";

    private final BlockingQueue<RequestEnergy> delivered = new LinkedBlockingQueue<>();

    @Test
    void areTheLinesOfTheGuide() throws Exception {
        String unchanged = logged();
        try (TelemetrySession session = TelemetrySession.builder().collectors("estimate").open();
                ServedModel served = new ServedModel();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            EnergyChatModelListener energy = EnergyChatModelListener.of(session, delivered::add);
            ChatModel model = served.chat(energy);
            Callable<String> call = () -> model.chat("2+2=");
            threads.invokeAll(Collections.nCopies(4, call));
            String calls = delivered(4);
            AiServices.builder(Demo.Assistant.class).chatModel(model).registerListeners(energy.aiServiceListeners())
                    .build().answer("2+2=");
            String service = delivered(2);

            assertThat(Transcript.differences(Path.of("..", "..", "docs", "langchain4j.md"), getClass(), unchanged,
                    calls + service, session.requests().toString())).isEmpty();
        }
    }

    /** Starts the application with the property alone, and returns what is logged of its call and its service. */
    private static String logged() throws IOException {
        String path = Stream.of("java.class.path", "jdk.module.path").map(System::getProperty)
                .filter(Objects::nonNull).collect(Collectors.joining(File.pathSeparator));
        Process demo = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                path,
                "-Dipw.langchain4j=estimate", "-Djava.util.logging.SimpleFormatter.format=%5$s%n", Demo.class.getName())
                .redirectErrorStream(true).start();
        List<String> lines;
        try (BufferedReader output = demo.inputReader(StandardCharsets.UTF_8)) {
            lines = output.lines().filter(line -> line.startsWith(CHAT) || line.startsWith("Demo$")).limit(2).toList();
        } finally {
            demo.destroy();
        }
        return lines.stream().sorted(Comparator.comparing(line -> !line.startsWith(CHAT)))
                .collect(Collectors.joining("\n"));
    }

    /** Awaits spans, and returns their lines in the order of their ends. */
    private String delivered(int count) throws InterruptedException {
        List<RequestEnergy> spans = new ArrayList<>();
        while (spans.size() < count) {
            spans.add(delivered.take());
        }
        return spans.stream().sorted(Comparator.comparingLong(span -> span.time().endNanos())).map(span -> span + "\n")
                .collect(Collectors.joining());
    }
}
