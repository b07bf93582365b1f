package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.benchmarks.document.DocumentException;
import dev.ipw.benchmarks.document.DocumentReader;
import dev.ipw.benchmarks.document.PageSelection;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.io.VisibleText;

/** A tool that reads documents of the task's folder, one part at a time. */
final class DocumentReadTool implements AgentTool {
    private static final ToolDefinition DEFINITION = new ToolDefinition("document_read",
            "Read the text of a PDF, Word (.docx), Excel (.xlsx) or PowerPoint (.pptx) file of the working folder.",
            """
                    {"type": "object", "properties": {"path": {"type": "string", "description": "relative to the working folder"}, \
                    "pages": {"type": "string", "description": "pages or slides, such as 3, 2-5 or 1,4-6; default: all"}, \
                    "sheet": {"type": "string", "description": "name or number of a sheet; default: all"}, \
                    "offset": {"type": "integer", "minimum": 0, "description": "the first character to show, default 0"}, \
                    "max_chars": {"type": "integer", "minimum": 1, "maximum": 20000, "description": "default 20000"}}, \
                    "required": ["path"], "additionalProperties": false}""");

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public String use(ToolArguments arguments, Workspace workspace) throws ToolException, InterruptedException {
        String name = arguments.requireText("path");
        byte[] bytes = WorkspaceFile.of(workspace, name).read(DocumentReader.MAX_BYTES);
        try {
            PageSelection selection = PageSelection.of(arguments.text("pages"), arguments.text("sheet"));
            String text = DocumentReader.read(bytes, selection).orElseThrow(() -> new ToolException("'" + name
                    + "' is no PDF, Word, Excel or PowerPoint file; file_read reads texts, where that tool is offered"));
            return TextPart.of(VisibleText.field(text), arguments, "the document");
        } catch (DocumentException unreadable) {
            throw new ToolException("'" + name + "' " + unreadable.getMessage(), unreadable);
        }
    }

    @Override
    public boolean changesState() {
        return false;
    }
}
