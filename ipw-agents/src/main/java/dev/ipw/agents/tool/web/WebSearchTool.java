package dev.ipw.agents.tool.web;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.agents.tool.web.SearchService.Found;
import dev.ipw.agents.tool.web.SearchService.Result;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.io.Excerpt;

/** A tool that searches the web and shows titles, addresses and parts of the pages. */
final class WebSearchTool implements AgentTool {
    private static final int MAX_QUERY_CHARACTERS = 400;
    private static final int MAX_TITLE_CHARACTERS = 300;
    private static final int MAX_ADDRESS_CHARACTERS = 2_000;
    private static final int MAX_ANSWER_CHARACTERS = 4_000;
    private static final int MAX_NOTES = 5;

    private final SearchService service;
    private final int mostResults;
    private final int mostSnippetCharacters;
    private final ToolDefinition definition;

    WebSearchTool(SearchService service, int mostResults, int mostSnippetCharacters) {
        this.service = service;
        this.mostResults = mostResults;
        this.mostSnippetCharacters = mostSnippetCharacters;
        definition = new ToolDefinition("web_search",
                "Search the web. It gives titles, addresses and short parts of the pages that fit best.",
                """
                        {"type": "object", "properties": {"query": {"type": "string", "minLength": 1, "maxLength": %s}, \
                        "max_results": {"type": "integer", "minimum": 1, "maximum": %s, "description": "default %s"}}, \
                        "required": ["query"], "additionalProperties": false}"""
                        .formatted(MAX_QUERY_CHARACTERS,
                                mostResults, mostResults));
    }

    @Override
    public ToolDefinition definition() {
        return definition;
    }

    @Override
    public String use(ToolArguments arguments, Workspace workspace) throws ToolException, InterruptedException {
        String query = arguments.requireText("query").strip();
        if (query.isEmpty()) {
            throw new ToolException("The query is empty");
        }
        int most = (int) Math.min(arguments.integer("max_results").orElse(mostResults), mostResults);
        Found found = service.search(query, most);
        StringBuilder text = new StringBuilder();
        found.answer().ifPresent(answer -> text.append("Answer: ").append(Excerpt.of(answer, MAX_ANSWER_CHARACTERS))
                .append("\n\n"));
        int rank = 0;
        for (Result result : found.results().subList(0, Math.min(most, found.results().size()))) {
            rank++;
            text.append(rank).append(". ").append(Excerpt.of(result.title(), MAX_TITLE_CHARACTERS)).append("\n   ")
                    .append(Excerpt.of(result.address(), MAX_ADDRESS_CHARACTERS)).append("\n   ")
                    .append(Excerpt.of(result.snippet(), mostSnippetCharacters)).append('\n');
        }
        if (found.results().isEmpty()) {
            text.append("(no pages were found)\n");
        }
        found.notes().stream().limit(MAX_NOTES)
                .forEach(note -> text.append('[').append(Excerpt.of(note, MAX_TITLE_CHARACTERS)).append("]\n"));
        found.dollars().ifPresent(dollars -> text.append("[this search cost ")
                .append(dollars.stripTrailingZeros().toPlainString()).append(" dollars]\n"));
        return text.toString().stripTrailing();
    }

    @Override
    public boolean changesState() {
        return false;
    }
}
