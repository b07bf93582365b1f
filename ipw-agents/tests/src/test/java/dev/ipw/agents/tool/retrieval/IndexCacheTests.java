package dev.ipw.agents.tool.retrieval;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.Workspace;
import dev.ipw.plugin.Parameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("kill")
@Tag("process")
class IndexCacheTests {
    private static final long LOOK_AGAIN_MILLIS = 100;

    @TempDir
    Path place;

    /** Makes the index of a corpus in a process of its own. */
    static final class IndexingProcess {
        private IndexingProcess() {}

        /** Take the folder of the test and the address of the embeddings. */
        public static void main(String... arguments) {
            Map<String, String> embeddings = Map.of("embedding_base_url", arguments[1], "embedding_model", "letters");
            tool(Path.of(arguments[0]), embeddings, new ArrayList<>()).close();
        }
    }

    @BeforeEach
    void writeCorpus() throws IOException {
        corpus("first text", "second text");
    }

    private void corpus(String... texts) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String text : texts) {
            lines.add("{\"content\": \"" + text + "\"}");
        }
        Files.write(place.resolve("corpus.jsonl"), lines);
    }

    private static AgentTool tool(Path place, Map<String, String> parameters, List<String> said) {
        Map<String, String> all = new HashMap<>(parameters);
        all.put("target", "dense");
        all.put("corpus", place.resolve("corpus.jsonl").toString());
        return new RetrievalToolProvider().create(ToolContext.of(Map.of()).withCacheFolder(place.resolve("cache"))
                .withProgress(sentence -> {
                    synchronized (said) {
                        said.add(sentence);
                        said.notifyAll();
                    }
                }), Parameters.of("tool retrieval", all)).getFirst();
    }

    private String search(AgentTool tool) throws Exception {
        return tool.use(ToolArguments.parse("{\"query\": \"first\"}"), new Workspace(place, "t1"));
    }

    private Process process(EmbeddingsServer server) throws IOException {
        return new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-cp",
                System.getProperty("java.class.path"), IndexingProcess.class.getName(), place.toString(),
                server.parameters().get("embedding_base_url")).redirectErrorStream(true)
                .redirectOutput(place.resolve("process.log").toFile()).start();
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> entries = Files.list(place.resolve("cache/retrieval"))) {
            return entries.filter(Files::isDirectory).toList();
        }
    }

    @Test
    void usesAnIndexAgainAndMakesAnotherOneOfAnotherCorpus() throws Exception {
        try (EmbeddingsServer server = EmbeddingsServer.start(4)) {
            tool(place, server.parameters(), new ArrayList<>()).close();
            assertThat(server.texts()).containsExactlyInAnyOrder("first text", "second text");

            try (AgentTool again = tool(place, server.parameters(), new ArrayList<>())) {
                assertThat(search(again)).contains("first text", "second text");
            }
            assertThat(server.texts()).hasSize(3);

            corpus("first text", "third text");
            try (AgentTool other = tool(place, server.parameters(), new ArrayList<>())) {
                assertThat(search(other)).contains("third text").doesNotContain("second text");
            }
            Map<String, String> prefixed = new HashMap<>(server.parameters());
            prefixed.put("document_prefix", "passage: ");
            tool(place, prefixed, new ArrayList<>()).close();
            assertThat(server.texts()).contains("passage: first text");
            assertThat(kept()).hasSize(3);
        }
    }

    @Test
    void makesAnIndexAnewThatWasDamaged() throws Exception {
        try (EmbeddingsServer server = EmbeddingsServer.start(4)) {
            tool(place, server.parameters(), new ArrayList<>()).close();
            try (Stream<Path> files = Files.list(kept().getFirst())) {
                for (Path file : files.filter(one -> !one.endsWith("write.lock")).toList()) {
                    Files.write(file, new byte[]{1, 2, 3});
                }
            }

            try (AgentTool again = tool(place, server.parameters(), new ArrayList<>())) {
                assertThat(search(again)).contains("first text");
            }
            assertThat(kept()).hasSize(1);
        }
    }

    @Test
    void makesAnIndexThatAKilledProcessLeftUnfinished() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        try (EmbeddingsServer server = EmbeddingsServer.start(4, () -> {
            asked.countDown();
            await(over);
        })) {
            Process process = process(server);
            try {
                asked.await();
            } finally {
                process.destroyForcibly();
                process.waitFor();
                over.countDown();
            }
            assertThat(kept()).singleElement().asString().endsWith(".unfinished");

            try (AgentTool tool = tool(place, server.parameters(), new ArrayList<>())) {
                assertThat(search(tool)).contains("first text");
            }
            assertThat(kept()).singleElement().asString().doesNotContain("unfinished");
        }
    }

    @Test
    void waitsForAnotherProcessThatMakesTheSameIndexAndUsesIt() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        try (EmbeddingsServer server = EmbeddingsServer.start(4, () -> {
            asked.countDown();
            await(released);
        })) {
            Process process = process(server);
            try {
                asked.await();
                List<String> said = new ArrayList<>();
                CompletableFuture<AgentTool> other = CompletableFuture
                        .supplyAsync(() -> tool(place, server.parameters(), said));
                synchronized (said) {
                    while (said.isEmpty() && !other.isDone()) {
                        said.wait(LOOK_AGAIN_MILLIS);
                    }
                    assertThat(said).singleElement().asString().contains("waiting");
                }
                released.countDown();

                try (AgentTool tool = other.get()) {
                    assertThat(process.waitFor()).as(Files.readString(place.resolve("process.log"))).isZero();
                    assertThat(server.texts()).containsExactlyInAnyOrder("first text", "second text");
                    assertThat(search(tool)).contains("first text");
                }
            } finally {
                process.destroyForcibly();
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
