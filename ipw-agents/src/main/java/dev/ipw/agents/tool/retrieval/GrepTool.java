package dev.ipw.agents.tool.retrieval;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.benchmarks.scoring.BoundedText;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.io.VisibleText;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A tool that finds the lines of a corpus that match a regular expression. */
final class GrepTool implements AgentTool {
    private static final int MAX_PATTERN_CHARACTERS = 1_000;
    private static final int MAX_MATCHES = 200;
    private static final int MATCHES = 50;
    private static final int MAX_CONTEXT = 10;
    private static final int CONTEXT = 2;
    private static final int MAX_LINE_CHARACTERS = 500;
    private static final int MAX_SEARCHED_CHARACTERS = 100_000;
    private static final long MAX_STEPS_PER_LINE = 5_000_000;
    private static final long LONGEST_NANOS = 10_000_000_000L;
    private static final ToolDefinition DEFINITION = new ToolDefinition("retrieval_grep",
            "Find lines in the documents of this task by a regular expression.", """
                    {"type": "object", "properties": {"pattern": {"type": "string", "minLength": 1, "maxLength": %s, \
                    "description": "a Java regular expression; what is none is searched as it stands"}, \
                    "case_sensitive": {"type": "boolean", "description": "default false"}, \
                    "context_lines": {"type": "integer", "minimum": 0, "maximum": %s, "description": "default %s"}, \
                    "max_matches": {"type": "integer", "minimum": 1, "maximum": %s, "description": "default %s"}}, \
                    "required": ["pattern"], "additionalProperties": false}""".formatted(MAX_PATTERN_CHARACTERS,
                    MAX_CONTEXT, CONTEXT, MAX_MATCHES, MATCHES));

    private final Corpus corpus;

    GrepTool(Corpus corpus) {
        this.corpus = corpus;
    }

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public String use(ToolArguments arguments, Workspace workspace) throws ToolException, InterruptedException {
        String typed = arguments.requireText("pattern");
        int flags = arguments.flag("case_sensitive") ? 0 : Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
        Search search;
        try {
            search = new Search(Pattern.compile(typed, flags), arguments);
        } catch (PatternSyntaxException noPattern) {
            search = new Search(Pattern.compile(typed, flags | Pattern.LITERAL), arguments);
            search.text.append("[this is no regular expression (").append(Excerpt.of(noPattern.getDescription(), 100))
                    .append("), so it is searched as it stands]\n");
        }
        for (CorpusDocument document : corpus.documents()) {
            if (!search.through(document)) {
                break;
            }
        }
        return search.found();
    }

    @Override
    public boolean changesState() {
        return false;
    }

    /** One search through all documents. */
    private static final class Search {
        private final StringBuilder text = new StringBuilder();
        private final Pattern pattern;
        private final int context;
        private final int most;
        private final long startNanos = System.nanoTime();
        private int matches;
        private int lastMatch = -1;
        private boolean isCut;

        Search(Pattern pattern, ToolArguments arguments) throws ToolException {
            this.pattern = pattern;
            context = (int) arguments.integer("context_lines").orElse(CONTEXT);
            most = (int) arguments.integer("max_matches").orElse(MATCHES);
        }

        /** Searches a document; returns false if there are enough results. */
        boolean through(CorpusDocument document) throws ToolException, InterruptedException {
            List<String> lines = document.text().lines().toList();
            int shownTo = -1;
            for (int at = 0; at < lines.size(); at++) {
                if (matches(lines.get(at), document.id())) {
                    if (matches == most) {
                        isCut = true;
                        return false;
                    }
                    matches++;
                    shownTo = show(document, lines, at, shownTo);
                } else if (at == shownTo + 1 && at <= lastMatch + context && lastMatch >= 0) {
                    line(lines, at, ' ');
                    shownTo = at;
                }
            }
            lastMatch = -1;
            return true;
        }

        private int show(CorpusDocument document, List<String> lines, int at, int shownTo) {
            if (lastMatch < 0) {
                text.append(VisibleText.line(document.id())).append('\n');
            } else if (at - context > shownTo + 1) {
                text.append("  ...\n");
            }
            for (int before = Math.max(shownTo + 1, at - context); before < at; before++) {
                line(lines, before, ' ');
            }
            line(lines, at, '>');
            lastMatch = at;
            return at;
        }

        private void line(List<String> lines, int at, char mark) {
            text.append(mark).append(' ').append(at + 1).append(": ")
                    .append(Excerpt.of(lines.get(at), MAX_LINE_CHARACTERS)).append('\n');
        }

        private boolean matches(String line, String id) throws ToolException, InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException("the search was cancelled");
            }
            if (System.nanoTime() - startNanos > LONGEST_NANOS) {
                throw new ToolException("The pattern took longer than 10 s: use a simpler one");
            }
            String searched = Excerpt.start(line, MAX_SEARCHED_CHARACTERS);
            try {
                return pattern.matcher(new BoundedText(searched, MAX_STEPS_PER_LINE)).find();
            } catch (BoundedText.StepsSpentException | StackOverflowError tooHard) {
                throw new ToolException("The pattern takes too many steps on a line of " + Excerpt.of(id, 100)
                        + ": use one without repetitions inside repetitions", tooHard);
            }
        }

        String found() {
            if (matches == 0) {
                text.append("(no line matches)");
            } else if (isCut) {
                text.append("[there are more matches than the ").append(most).append(" shown]");
            }
            return text.toString().stripTrailing();
        }
    }
}
