package dev.ipw.agents;

import dev.ipw.error.ConfigurationException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ToolSetsTests {
    private static final String[] RESEARCH = {"think", "web_search", "web_fetch", "file_read", "document_read",
            "code_interpreter", "calculator", "shell"};

    private static ToolSets.Choice choice(String dataset, Map<String, String> variables,
            Map<String, String> toolParameters) {
        return ToolSets.of(dataset, ToolContext.of(variables), ToolSets.class.getClassLoader(), toolParameters);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gaia", "frames", "browsecomp", "deepresearchbench", "liveresearchbench@main"})
    void givesResearchItsToolsWhereTheKeyIsSet(String dataset) {
        assertThat(choice(dataset, Map.of("TAVILY_API_KEY", "tvly-x"), Map.of()).require(dataset))
                .containsExactly(RESEARCH);
    }

    @Test
    void givesCodingAndOtherDatasetsTheirTools() {
        assertThat(choice("swebench", Map.of(), Map.of()).require("swebench")).containsExactly("think", "file_read",
                "file_write", "code_interpreter", "shell");
        assertThat(choice("gpqa", Map.of(), Map.of()).require("gpqa")).isEmpty();
    }

    @Test
    void endsWhereTheKeyIsMissingAndSaysHowToGoWithoutTheTool() {
        for (Map<String, String> parameters : List.of(Map.<String, String>of(),
                Map.of("web_search.provider", "tavily"))) {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> choice("gaia", Map.of(), parameters).require("gaia"))
                    .withMessageContaining("web_search (TAVILY_API_KEY is not set)").withMessageContaining(
                            "by the tools think,web_fetch,file_read,document_read,code_interpreter,calculator,shell");
        }
    }

    @Test
    void wantsNoKeyOfTavilyForAnotherService() {
        assertThat(choice("gaia", Map.of(), Map.of("web_search.provider", "searxng")).require("gaia"))
                .containsExactly(RESEARCH);
    }
}
