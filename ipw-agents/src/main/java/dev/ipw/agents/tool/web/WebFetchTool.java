package dev.ipw.agents.tool.web;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.agents.tool.TextPart;
import dev.ipw.agents.tool.web.PageFetcher.Page;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.io.VisibleText;

/** A tool that fetches a page of the web and shows its text, one part at a time. */
final class WebFetchTool implements AgentTool {
    private static final ToolDefinition DEFINITION = new ToolDefinition("web_fetch",
            "Fetch a page, PDF or Office file of the web and read its text. Long pages come in parts: ask again with the offset that is named.",
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
        return page.address() + "\n" + TextPart.of(text, arguments, "the page");
    }

    @Override
    public boolean changesState() {
        return false;
    }
}
