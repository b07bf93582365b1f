package dev.ipw.agents.tool.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.WebServer;
import dev.ipw.agents.Workspace;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.json.Json;
import dev.ipw.plugin.Parameters;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class WebSearchTests {
    private static final String KEY = "tvly-1234567890abcdef";
    private static final String TAVILY_ANSWER = """
            {"query": "q", "answer": "It is 42.", "results": [{"title": "First", "url": "https://a.example/", \
            "content": "one\\ntwo", "score": 0.9}, {"title": "Second", "url": "https://b.example/", "content": "three"}], \
            "response_time": 0.5, "usage": {"credits": 1}}""";

    @TempDir
    Path folder;

    private static AgentTool tool(Map<String, String> variables, Map<String, String> parameters) {
        Parameters given = Parameters.of("tool web_search", parameters);
        AgentTool tool = new WebSearchToolProvider().create(ToolContext.of(variables), given).getFirst();
        given.rejectUnknown();
        return tool;
    }

    private static AgentTool tavily(WebServer server, Map<String, String> more) {
        Map<String, String> parameters = new HashMap<>(more);
        parameters.put("base_url", server.address());
        return tool(Map.of("TAVILY_API_KEY", KEY), parameters);
    }

    private static AgentTool searxng(WebServer server) {
        return tool(Map.of(), Map.of("provider", "searxng", "base_url", server.address() + "/"));
    }

    private String search(AgentTool tool, String json) throws ToolException, InterruptedException {
        return tool.use(ToolArguments.parse(json), new Workspace(folder, "t1"));
    }

    @Test
    void asksTavilyAndShowsItsAnswerAndPages() throws Exception {
        try (WebServer server = WebServer
                .start((exchange, request) -> WebServer.send(exchange, 200, "application/json", TAVILY_ANSWER))) {
            assertThat(search(tavily(server, Map.of()), "{\"query\": \"the answer\"}")).isEqualTo("""
                    Answer: It is 42.

                    1. First
                       https://a.example/
                       one two
                    2. Second
                       https://b.example/
                       three""");

            WebServer.Request request = server.requests().getFirst();
            JsonNode asked = Json.parse(request.body());
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.path()).isEqualTo("/search");
            assertThat(request.headers().get("Authorization")).isEqualTo(List.of("Bearer " + KEY));
            assertThat(asked.path("query").asText()).isEqualTo("the answer");
            assertThat(asked.path("search_depth").asText()).isEqualTo("basic");
            assertThat(asked.path("max_results").asInt()).isEqualTo(5);
            assertThat(request.body()).doesNotContain(KEY);
        }
    }

    @Test
    void showsWhatASearchCostOnlyWhereThePriceAndTheCreditsAreKnown() throws Exception {
        String answer = TAVILY_ANSWER.replace("\"credits\": 1", "\"credits\": 2");
        try (WebServer server = WebServer
                .start((exchange, request) -> WebServer.send(exchange, 200, "application/json",
                        request.body().contains("free") ? TAVILY_ANSWER.replace("usage", "other") : answer))) {
            AgentTool priced = tavily(server, Map.of("usd_per_credit", "0.008", "depth", "advanced"));

            assertThat(search(priced, "{\"query\": \"q\"}")).endsWith("\n[this search cost 0.016 dollars]");
            assertThat(search(priced, "{\"query\": \"free\"}")).doesNotContain("dollars");
            assertThat(search(tavily(server, Map.of()), "{\"query\": \"q\"}")).doesNotContain("dollars");
        }
    }

    @Test
    void asksForFewerPagesAndCutsLongTexts() throws Exception {
        String answer = TAVILY_ANSWER.replace("three", "x".repeat(5_000));
        try (WebServer server = WebServer
                .start((exchange, request) -> WebServer.send(exchange, 200, "application/json", answer))) {
            AgentTool tool = tavily(server, Map.of("max_results", "3", "max_snippet_chars", "10"));

            assertThat(search(tool, "{\"query\": \"q\", \"max_results\": 1}")).doesNotContain("Second");
            assertThat(search(tool, "{\"query\": \"q\"}")).endsWith("   " + "x".repeat(10) + "\u2026");
            assertThat(server.requests()).extracting(request -> Json.parse(request.body()).path("max_results").asInt())
                    .containsExactly(1, 3);
        }
    }

    @Test
    void asksSearxngAndSaysWhichEnginesGaveNoAnswer() throws Exception {
        String answer = """
                {"query": "q", "results": [{"title": "A", "url": "https://a.example/", "content": "x"}, \
                {"title": "B", "url": "https://b.example/"}], "answers": [{"answer": "42"}], \
                "unresponsive_engines": [["brave", "timeout"]]}""";
        try (WebServer server = WebServer
                .start((exchange, request) -> WebServer.send(exchange, 200, "application/json", answer))) {
            assertThat(search(searxng(server), "{\"query\": \"a & b\"}")).isEqualTo("""
                    Answer: 42

                    1. A
                       https://a.example/
                       x
                    2. B
                       https://b.example/
                      \s
                    [The engine brave gave no answer: timeout]""");

            assertThat(server.requests().getFirst().path()).isEqualTo("/search?format=json&q=a+%26+b");
        }
    }

    @Test
    void saysSoIfNothingIsFound() throws Exception {
        try (WebServer server = WebServer.start(
                (exchange, request) -> WebServer.send(exchange, 200, "application/json", "{\"results\": []}"))) {
            assertThat(search(searxng(server), "{\"query\": \"q\"}")).isEqualTo("(no pages were found)");
            assertThat(search(tavily(server, Map.of()), "{\"query\": \"q\"}")).isEqualTo("(no pages were found)");
        }
    }

    @ParameterizedTest
    @CsvSource({"401,TAVILY_API_KEY", "403,TAVILY_API_KEY", "429,wait 7 s", "432,plan", "500,try again",
            "503,try again", "302,status 302"})
    void tellsTheModelWhatTheServiceRefusesAndNeverTheKey(int status, String told) throws Exception {
        try (WebServer server = WebServer.start((exchange, request) -> {
            exchange.getResponseHeaders().add("Retry-After", "7");
            WebServer.send(exchange, status, "application/json",
                    "{\"detail\": {\"error\": \"no plan for " + KEY + "\"}}");
        })) {
            assertThatExceptionOfType(ToolException.class)
                    .isThrownBy(() -> search(tavily(server, Map.of()), "{\"query\": \"q\"}"))
                    .withMessageContaining("status " + status).withMessageContaining(told)
                    .satisfies(failed -> assertThat(failed.getMessage()).doesNotContain(KEY));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>", "[]", "{\"results\": 1}", "{\"results\"", ""})
    void tellsTheModelOfAnAnswerThatIsNone(String body) throws Exception {
        try (WebServer server = WebServer
                .start((exchange, request) -> WebServer.send(exchange, 200, "application/json", body))) {
            assertThatExceptionOfType(ToolException.class)
                    .isThrownBy(() -> search(tavily(server, Map.of()), "{\"query\": \"q\"}"))
                    .withMessageContaining("Tavily");
            assertThatExceptionOfType(ToolException.class)
                    .isThrownBy(() -> search(searxng(server), "{\"query\": \"q\"}")).withMessageContaining("SearXNG");
        }
    }

    @Test
    void tellsTheModelOfAServiceThatIsSlowOrNotThere() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        AgentTool gone;
        try (WebServer server = WebServer.start((exchange, request) -> {
            try {
                over.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        })) {
            gone = tavily(server, Map.of());
            AgentTool slow = tavily(server, Map.of("timeout", "200ms"));
            assertThatExceptionOfType(ToolException.class).isThrownBy(() -> search(slow, "{\"query\": \"q\"}"))
                    .withMessageContaining("no answer");
            over.countDown();
        }
        assertThatExceptionOfType(ToolException.class).isThrownBy(() -> search(gone, "{\"query\": \"q\"}"))
                .withMessageContaining("Tavily gave no answer");
    }

    @Test
    void wantsItsKeyAndItsAddressBeforeAnythingRuns() {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> tool(Map.of(), Map.of()))
                .withMessageContaining("TAVILY_API_KEY").withMessageContaining("searxng");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> tool(Map.of(), Map.of("provider", "searxng"))).withMessageContaining("base_url");
    }

    @ParameterizedTest
    @CsvSource({"provider,google", "depth,deep", "max_results,0", "max_results,21", "max_snippet_chars,0", "timeout,0",
            "usd_per_credit,cheap", "usd_per_credit,-1", "usd_per_credit,1e99", "base_url,ftp://x", "key,x"})
    void refusesParametersThatCannotBe(String name, String value) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> tool(Map.of("TAVILY_API_KEY", KEY), Map.of(name, value)));
    }
}
