package dev.ipw.agents.tool.retrieval;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.WebServer;
import dev.ipw.agents.Workspace;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.json.Json;
import dev.ipw.plugin.Parameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RetrievalTests {
    private static final Pattern SHOWN = Pattern.compile("(?m)^\\[\\d+] (\\S+).*?\\(score (\\S+)\\)$");
    private static final double FOUR_DIGITS = 1e-4;

    @TempDir
    Path place;

    private AgentTool tool(String kind, Map<String, String> parameters) {
        Map<String, String> all = new HashMap<>(parameters);
        all.put("target", kind);
        all.putIfAbsent("corpus", place.resolve("corpus.jsonl").toString());
        Parameters given = Parameters.of("tool retrieval", all);
        AgentTool tool = new RetrievalToolProvider()
                .create(ToolContext.of(Map.of()).withCacheFolder(place.resolve("cache")), given).getFirst();
        given.rejectUnknown();
        return tool;
    }

    private void corpus(Map<String, String> documents) throws IOException {
        Files.write(place.resolve("corpus.jsonl"), documents.entrySet().stream()
                .map(one -> Json.object().put("id", one.getKey()).put("content", one.getValue()).toString()).toList());
    }

    private String use(AgentTool tool, String json) throws ToolException, InterruptedException {
        return tool.use(ToolArguments.parse(json), new Workspace(place, "t1"));
    }

    /** Read ids and scores, the best first. */
    private Map<String, Double> scores(AgentTool tool, String query, int most)
            throws ToolException, InterruptedException {
        Map<String, Double> scores = new LinkedHashMap<>();
        Matcher shown = SHOWN.matcher(use(tool, Json.object().put("query", query).put("top_k", most)
                .put("include_scores", true).toString()));
        while (shown.find()) {
            scores.put(shown.group(1), Double.parseDouble(shown.group(2)));
        }
        return scores;
    }

    private static Map<String, String> randomDocuments(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, String> documents = new LinkedHashMap<>();
        for (int number = 0; number < count; number++) {
            List<String> words = new ArrayList<>();
            // Up to 40 words, Lucene keeps the length as it is.
            for (int word = 1 + random.nextInt(40); word > 0; word--) {
                words.add("w" + (int) (20 * Math.pow(random.nextDouble(), 2)));
            }
            documents.put("d" + number, String.join(" ", words));
        }
        return documents;
    }

    /** The sum over query words of idf * tf / (tf + k1 * (1 - b + b * length / mean length)), of those above zero. */
    private static Map<String, Double> published(Map<String, String> documents, String query) {
        double mean = documents.values().stream().mapToInt(text -> text.split(" ").length).average().orElseThrow();
        Map<String, Double> scores = new HashMap<>();
        for (String word : query.toLowerCase(java.util.Locale.ROOT).split(" ")) {
            long holding = documents.values().stream().filter(text -> Arrays.asList(text.split(" ")).contains(word))
                    .count();
            double rarity = Math.log(1 + (documents.size() - holding + 0.5) / (holding + 0.5));
            documents.forEach((id, text) -> {
                String[] words = text.split(" ");
                long times = Stream.of(words).filter(word::equals).count();
                if (times > 0) {
                    scores.merge(id, rarity * times / (times + 1.5 * (1 - 0.75 + 0.75 * words.length / mean)),
                            Double::sum);
                }
            });
        }
        return scores;
    }

    @ParameterizedTest
    @ValueSource(strings = {"w0", "w3 w7", "W5 w5 w19 w1", "w2 unknown w11 w4", "unknown"})
    void scoresByTheFormulaOfBm25(String query) throws Exception {
        Map<String, String> documents = randomDocuments(60, 7);
        corpus(documents);
        try (AgentTool tool = tool("bm25", Map.of())) {
            Map<String, Double> expected = published(documents, query);

            Map<String, Double> found = scores(tool, query, 50);

            assertThat(found).hasSize(Math.min(50, expected.size()));
            found.forEach((id, score) -> assertThat(score).as(id).isCloseTo(expected.get(id),
                    Offset.offset(FOUR_DIGITS * score)));
            assertThat(List.copyOf(found.values())).isSortedAccordingTo(Comparator.reverseOrder());
        }
    }

    @Test
    void findsSomethingInCorporaOfOneAndTwoDocuments() throws Exception {
        corpus(Map.of("only", "The cat sat."));
        try (AgentTool tool = tool("bm25", Map.of())) {
            assertThat(use(tool, "{\"query\": \"cat\"}")).isEqualTo("[1] only\n> The cat sat.\nThe cat sat.");
        }
        corpus(Map.of("one", "cat", "two", "cat dog"));
        try (AgentTool tool = tool("bm25", Map.of())) {
            assertThat(scores(tool, "cat", 5)).containsOnlyKeys("one", "two");
            assertThat(scores(tool, "dog", 5)).containsOnlyKeys("two");
            assertThat(use(tool, "{\"query\": \"bird\"}")).contains("nothing");
            assertThat(use(tool, "{\"query\": \"?!\"}")).contains("nothing");
            assertThat(use(tool, "{\"query\": \" \"}")).contains("nothing");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 2560})
    void ranksByTheCosineOfEmbeddings(int dimensions) throws Exception {
        Map<String, String> documents = randomDocuments(70, 11);
        corpus(documents);
        try (EmbeddingsServer server = EmbeddingsServer.start(dimensions);
                AgentTool tool = tool("dense", server.parameters())) {
            Map<String, Double> found = scores(tool, "w1 w2", 50);

            assertThat(found).hasSize(50);
            found.forEach((id, score) -> assertThat(score).as(id).isCloseTo(
                    cosine(Objects.requireNonNull(documents.get(id)), "w1 w2", dimensions),
                    Offset.offset(FOUR_DIGITS)));
            double last = new ArrayList<>(found.values()).getLast();
            documents
                    .forEach((id, text) -> assertThat(found.containsKey(id) || cosine(text, "w1 w2", dimensions) <= last
                            + FOUR_DIGITS).as(id).isTrue());
        }
    }

    private static double cosine(String one, String other, int dimensions) {
        double[] first = EmbeddingsServer.vector(one, dimensions);
        double[] second = EmbeddingsServer.vector(other, dimensions);
        double product = 0;
        double firstSquares = 0;
        double secondSquares = 0;
        for (int at = 0; at < dimensions; at++) {
            product += first[at] * second[at];
            firstSquares += first[at] * first[at];
            secondSquares += second[at] * second[at];
        }
        return product / Math.sqrt(firstSquares * secondSquares);
    }

    @Test
    void joinsBothRankingsByReciprocalRanks() throws Exception {
        corpus(randomDocuments(60, 3));
        try (EmbeddingsServer server = EmbeddingsServer.start(5);
                AgentTool words = tool("bm25", Map.of());
                AgentTool vectors = tool("dense", server.parameters());
                AgentTool both = tool("hybrid", server.parameters())) {
            Map<String, Double> expected = new HashMap<>();
            for (AgentTool one : List.of(words, vectors)) {
                int rank = 1;
                for (String id : scores(one, "w4 w6", 20).keySet()) {
                    expected.merge(id, 1.0 / (60 + rank), Double::sum);
                    rank++;
                }
            }

            Map<String, Double> found = scores(both, "w4 w6", 50);

            assertThat(found.keySet()).isEqualTo(expected.keySet());
            found.forEach(
                    (id, score) -> assertThat(score).as(id).isCloseTo(expected.get(id), Offset.offset(1e-7)));
            assertThat(List.copyOf(found.values())).isSortedAccordingTo(Comparator.reverseOrder());
            assertThat(found.values()).anyMatch(score -> score > 1.0 / 60);
        }
    }

    @Test
    void showsSentencesThatHoldWordsAndWhereAPartBegins() throws Exception {
        String text = "Nothing here. ".repeat(20) + "\n\nThe needle lies here. It is small. A NEEDLE again!";
        corpus(Map.of("hay", text));
        try (AgentTool tool = tool("bm25", Map.of("chunk_chars", "300", "chunk_overlap", "0"))) {
            assertThat(use(tool, "{\"query\": \"needle\"}")).isEqualTo("[1] hay (from character 282)\n"
                    + "> The needle lies here.\n> A NEEDLE again!\nThe needle lies here. It is small. A NEEDLE again!");
        }
    }

    @Test
    void cutsLongDocumentsIntoPartsThatAreTheWhole() {
        SplittableRandom random = new SplittableRandom(5);
        for (int trial = 0; trial < 200; trial++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(3_000); length > 0; length--) {
                text.append(Arrays.asList("word ", "x", ". ", "\n", "\n\n", "\ud83d\ude00").get(random.nextInt(6)));
            }
            int overlap = random.nextInt(60);
            StringBuilder joined = new StringBuilder();
            for (Chunks.Chunk chunk : new Chunks(120, overlap).of(text.toString())) {
                assertThat(chunk.text().length()).isLessThanOrEqualTo(121);
                assertThat(chunk.start()).isLessThanOrEqualTo(joined.length());
                assertThat(chunk.text()).doesNotStartWith("\ude00");
                joined.setLength(chunk.start());
                joined.append(chunk.text());
            }
            assertThat(joined.toString()).isEqualTo(text.toString());
        }
    }

    @Test
    void readsAFolderWithItsDocumentsAndPassesOverTheRest() throws Exception {
        Path folder = Files.createDirectories(place.resolve("docs/sub/.git"));
        Files.writeString(place.resolve("docs/a.txt"), "a text about cats");
        Files.writeString(place.resolve("docs/sub/b.md"), "# cats");
        Files.writeString(folder.resolve("hidden.txt"), "cats");
        Files.write(place.resolve("docs/c.bin"), new byte[]{(byte) 0xff, 1});
        Files.writeString(place.resolve("docs/broken.pdf"), "%PDF-1.4 broken");
        Files.writeString(place.resolve("secret.txt"), "cats");
        Files.createSymbolicLink(place.resolve("docs/link.txt"), place.resolve("secret.txt"));
        List<String> said = new ArrayList<>();
        Parameters given = Parameters.of("tool retrieval", Map.of("target", "grep", "corpus",
                place.resolve("docs").toString()));

        AgentTool tool = new RetrievalToolProvider().create(ToolContext.of(Map.of()).withProgress(said::add), given)
                .getFirst();

        assertThat(use(tool, "{\"pattern\": \"cats\"}"))
                .isEqualTo("a.txt\n> 1: a text about cats\nsub/b.md\n> 1: # cats");
        assertThat(said).anyMatch(sentence -> sentence.contains("2 files are no readable"));
    }

    @Test
    void findsLinesWithWhatStandsAround() throws Exception {
        corpus(new LinkedHashMap<>(Map.of("d", "one\ntwo\nthree\nfour\nFIVE (x)\nsix\nseven\neight\nnine\nten five")));
        AgentTool tool = tool("grep", Map.of());

        assertThat(use(tool, "{\"pattern\": \"f(i)ve\", \"context_lines\": 1}")).isEqualTo("""
                d
                  4: four
                > 5: FIVE (x)
                  6: six
                  ...
                  9: nine
                > 10: ten five""");
        assertThat(use(tool, "{\"pattern\": \"t|five\", \"context_lines\": 3, \"case_sensitive\": true}")).isEqualTo("""
                d
                  1: one
                > 2: two
                > 3: three
                  4: four
                  5: FIVE (x)
                  6: six
                  7: seven
                > 8: eight
                  9: nine
                > 10: ten five""");
        assertThat(use(tool, "{\"pattern\": \"(x)\", \"context_lines\": 0}")).contains("> 5: FIVE (x)", "> 6: six");
        assertThat(use(tool, "{\"pattern\": \"(x\", \"context_lines\": 0}"))
                .isEqualTo("[this is no regular expression (Unclosed group), so it is searched as it stands]\nd\n"
                        + "> 5: FIVE (x)");
        assertThat(use(tool, "{\"pattern\": \"e\", \"context_lines\": 0, \"max_matches\": 2}"))
                .isEqualTo("d\n> 1: one\n  ...\n> 3: three\n[there are more matches than the 2 shown]");
        assertThat(use(tool, "{\"pattern\": \"zzz\"}")).isEqualTo("(no line matches)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a+)+$", "(a|aa)+$", "(.*a){20}$", "^(([a-z])+.)+[A-Z]([a-z])+$"})
    void endsPatternsThatTakeTooLong(String pattern) throws Exception {
        corpus(Map.of("d", "a".repeat(5_000) + "!"));

        assertThatExceptionOfType(ToolException.class)
                .isThrownBy(() -> use(tool("grep", Map.of()), Json.object().put("pattern", pattern).toString()))
                .withMessageContaining("pattern");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"{\"id\": \"a\"}|neither content nor text",
            "{\"id\": \"a\", \"content\": \"x\"}|twice", "{\"id\"|line 2", "[]|line 2"})
    void saysWhichLineOfACorpusIsWrong(String line, String told) throws Exception {
        Files.write(place.resolve("corpus.jsonl"), List.of("{\"id\": \"a\", \"content\": \"x\"}", line));

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> tool("bm25", Map.of()))
                .withMessageContaining(told).withMessageContaining("line 2");
    }

    @ParameterizedTest
    @CsvSource({"bm25,chunk_chars,99", "bm25,chunk_overlap,1001", "bm25,top_k,0", "bm25,top_k,51", "grep,colour,red",
            "hybrid,bm25_candidates,0", "dense,embedding_model,m", "bm26,top_k,5", ",top_k,5",
            "dense,embedding_key_variable,NO_SUCH", "dense,top_k,5", "hybrid,top_k,5"})
    void refusesWhatCannotBeBeforeAnythingRuns(String kind, String name, String value) throws Exception {
        corpus(Map.of("d", "text"));

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> tool(kind == null ? "" : kind, Map.of(name, value)));
    }

    @Test
    void wantsACorpusThatIsThere() {
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> tool("bm25", Map.of()))
                .withMessageContaining("no corpus");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> new RetrievalToolProvider().create(ToolContext.of(Map.of()),
                        Parameters.of("tool retrieval", Map.of("target", "bm25"))))
                .withMessageContaining("retrieval.corpus");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"data\": []}", "{}", "{\"data\": [{\"index\": 0, \"embedding\": [0, 0]}]}",
            "{\"data\": [{\"index\": 0, \"embedding\": [\"x\"]}]}", "{\"data\": [{\"index\": 5, \"embedding\": [1]}]}",
            "{\"data\": [{\"index\": 0, \"embedding\": [1e300, 1e300]}]}", "no JSON"})
    void makesNoIndexOfVectorsThatAreNone(String answer) throws Exception {
        corpus(Map.of("d", "text"));
        try (WebServer server = WebServer
                .start((exchange, request) -> WebServer.send(exchange, 200, "application/json", answer))) {
            Map<String, String> parameters = Map.of("embedding_base_url", server.address(), "embedding_model", "m");

            assertThatExceptionOfType(InputException.class).isThrownBy(() -> tool("dense", parameters))
                    .withMessageContaining("embeddings server");

            try (Stream<Path> left = Files.list(place.resolve("cache/retrieval"))) {
                assertThat(left.map(Path::toString)).allMatch(name -> name.endsWith(".lock"));
            }
        }
    }

    @Test
    void tellsTheModelOfAServerThatFailsLater() throws Exception {
        corpus(Map.of("d", "text"));
        AgentTool tool;
        try (EmbeddingsServer server = EmbeddingsServer.start(4)) {
            tool = tool("dense", server.parameters());
        }
        assertThatExceptionOfType(ToolException.class).isThrownBy(() -> use(tool, "{\"query\": \"q\"}"))
                .withMessageContaining("embeddings server");
        tool.close();
    }
}
