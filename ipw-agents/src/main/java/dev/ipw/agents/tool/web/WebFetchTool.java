package dev.ipw.agents.tool.web;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.agents.tool.web.PageFetcher.Page;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.io.VisibleText;

/** Fetches a page of the web and shows its text, a part at a time. */
final class WebFetchTool implements AgentTool {
    private static final int MOST_CHARACTERS = 20_000;
    private static final ToolDefinition DEFINITION = new ToolDefinition("web_fetch",
            "Fetch a page of the web and read its text. Long pages come in parts: ask again with the offset that is named.",
            """
                    {"type": "object", "properties": {"url": {"type": "string", "description": "begins with http:// or https://"}, \
                    "offset": {"type": "integer", "minimum": 0, "description": "the first character to show, default 0"}, \
                    "max_chars": {"type": "integer", "minimum": 1, "maximum": 20000, "description": "default 20000"}, \
                    "links": {"type": "boolean", "description": "show the address of each link, default false"}}, \
                    "required": ["url"], "additionalProperties": false}""");

    private final PageFetcher fetcher;

    WebFetchTool(PageFetcher fetcher) {
        this.fetcher = fetcher;
    }

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public String use(ToolArguments arguments, Workspace workspace) throws ToolException, InterruptedException {
        Page page = fetcher.fetch(arguments.requireText("url"));
        String text = VisibleText.lines(PageText.of(page, arguments.flag("links")));
        return page.address() + "\n" + part(text, arguments);
    }

    private static String part(String text, ToolArguments arguments) throws ToolException {
        long offset = arguments.integer("offset").orElse(0);
        if (text.isBlank()) {
            return "(the page holds no text)";
        }
        if (offset >= text.length()) {
            throw new ToolException("There is nothing at offset " + offset + ": the text has " + text.length()
                    + " characters");
        }
        int most = (int) arguments.integer("max_chars").orElse(MOST_CHARACTERS);
        String rest = text.substring((int) offset);
        String shown = Excerpt.start(rest, most);
        long end = offset + shown.length();
        return end == text.length()
                ? shown
                : shown + "\n[characters " + offset + " to " + end + " of " + text.length() + ": read on with offset "
                        + end + "]";
    }

    @Override
    public boolean changesState() {
        return false;
    }
}
