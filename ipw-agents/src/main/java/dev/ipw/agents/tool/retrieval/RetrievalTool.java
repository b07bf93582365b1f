package dev.ipw.agents.tool.retrieval;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.agents.tool.retrieval.CorpusIndex.Content;
import dev.ipw.agents.tool.retrieval.CorpusIndex.Hit;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.io.VisibleText;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** A tool that searches a corpus and shows the best matching parts. */
final class RetrievalTool implements AgentTool {
    private static final int MAX_QUERY_CHARACTERS = 2_000;

    private final CorpusIndex index;
    private final Ranking ranking;
    private final int mostResults;
    private final ToolDefinition definition;

    RetrievalTool(String kind, String how, CorpusIndex index, Ranking ranking, int mostResults) {
        this.index = index;
        this.ranking = ranking;
        this.mostResults = mostResults;
        definition = new ToolDefinition("retrieval_" + kind, "Search the documents of this task by " + how
                + ". It shows the parts that fit best, with the id of their document.",
                """
                        {"type": "object", "properties": {"query": {"type": "string", "minLength": 1, "maxLength": %s}, \
                        "top_k": {"type": "integer", "minimum": 1, "maximum": %s, "description": "default %s"}, \
                        "include_scores": {"type": "boolean", "description": "default false"}}, \
                        "required": ["query"], "additionalProperties": false}"""
                        .formatted(MAX_QUERY_CHARACTERS,
                                RetrievalSettings.HIGHEST_RESULTS, mostResults));
    }

    /** A ranking of the parts of a corpus. */
    @FunctionalInterface
    interface Ranking {
        List<Hit> of(String query, int most) throws IOException, ToolException, InterruptedException;
    }

    @Override
    public ToolDefinition definition() {
        return definition;
    }

    @Override
    public String use(ToolArguments arguments, Workspace workspace) throws ToolException, InterruptedException {
        String query = arguments.requireText("query").strip();
        int most = (int) Math.min(arguments.integer("top_k").orElse(mostResults), RetrievalSettings.HIGHEST_RESULTS);
        try {
            List<Hit> hits = query.isEmpty() ? List.of() : ranking.of(query, Math.min(most, index.size()));
            if (hits.isEmpty()) {
                return "(nothing in the documents fits)";
            }
            StringBuilder text = new StringBuilder();
            for (int rank = 1; rank <= hits.size(); rank++) {
                Hit hit = hits.get(rank - 1);
                append(text, rank, hit, index.content(hit.chunk()), query, arguments.flag("include_scores"));
            }
            return text.toString().stripTrailing();
        } catch (IOException broken) {
            throw new ToolException("The index of the documents cannot be read: " + broken.getMessage(), broken);
        }
    }

    private static void append(StringBuilder text, int rank, Hit hit, Content content, String query,
            boolean withScores) {
        text.append('[').append(rank).append("] ").append(VisibleText.line(content.id()));
        if (!content.title().isBlank()) {
            text.append(" - ").append(VisibleText.line(content.title()));
        }
        if (content.start() > 0) {
            text.append(" (from character ").append(content.start()).append(')');
        }
        if (withScores) {
            text.append(String.format(Locale.ROOT, " (score %.6g)", hit.score()));
        }
        text.append('\n');
        Highlights.of(content.text(), query).forEach(sentence -> text.append("> ").append(sentence).append('\n'));
        text.append(VisibleText.field(content.text()).strip()).append("\n\n");
    }

    @Override
    public boolean changesState() {
        return false;
    }

    @Override
    public void close() {
        index.close();
    }
}
