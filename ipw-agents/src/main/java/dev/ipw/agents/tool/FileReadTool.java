package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.benchmarks.document.DocumentReader;
import dev.ipw.inference.ToolDefinition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A tool that reads text files of the task's folder, and lists folders in it. */
final class FileReadTool implements AgentTool {
    private static final int MOST_BYTES = 20 << 20;
    private static final int MOST_CHARACTERS = 20_000;
    private static final int MOST_ENTRIES = 500;
    private static final ToolDefinition DEFINITION = new ToolDefinition("file_read",
            "Read a text file of the working folder, or list a folder in it.",
            """
                    {"type": "object", "properties": {"path": {"type": "string", "description": "relative to the working folder; \
                    . is the folder itself"}, "start_line": {"type": "integer", "minimum": 1, "description": "default 1"}, \
                    "end_line": {"type": "integer", "minimum": 1, "description": "default: the last"}, "max_chars": \
                    {"type": "integer", "minimum": 1, "maximum": 20000, "description": "default 20000"}}, \
                    "required": ["path"], "additionalProperties": false}""");

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public String use(ToolArguments arguments, Workspace workspace) throws ToolException {
        String name = arguments.requireText("path");
        Path place = WorkspaceFile.of(workspace, name);
        if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            return listed(place);
        }
        return part(text(WorkspaceFile.read(workspace, place, name, MOST_BYTES), name), arguments);
    }

    private static String text(byte[] bytes, String name) throws ToolException {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException binary) {
            throw new ToolException("'" + name + "' is no text in UTF-8"
                    + (DocumentReader.isDocument(bytes) ? ": document_read reads it, where that tool is offered" : ""),
                    binary);
        }
    }

    private static String part(String text, ToolArguments arguments) throws ToolException {
        List<String> lines = text.lines().toList();
        int first = (int) Math.min(arguments.integer("start_line").orElse(1), Integer.MAX_VALUE);
        int last = (int) Math.min(arguments.integer("end_line").orElse(lines.size()), lines.size());
        if (lines.isEmpty()) {
            return "(the file is empty)";
        }
        if (first > last) {
            throw new ToolException("There are no lines " + first + " to " + last + ": the file has " + lines.size()
                    + " lines");
        }
        int most = (int) arguments.integer("max_chars").orElse(MOST_CHARACTERS);
        String asked = String.join("\n", lines.subList(first - 1, last));
        return asked.length() <= most
                ? asked
                : asked.substring(0, most) + "\n[" + (asked.length() - most) + " more characters; the file has "
                        + lines.size() + " lines: read on with start_line]";
    }

    private static String listed(Path folder) throws ToolException {
        try (Stream<Path> entries = Files.list(folder)) {
            List<String> names = entries.limit(MOST_ENTRIES + 1L)
                    .map(entry -> entry.getFileName()
                            + (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS) ? "/" : ""))
                    .sorted().toList();
            return names.isEmpty()
                    ? "(the folder is empty)"
                    : String.join("\n", names.subList(0, Math.min(names.size(), MOST_ENTRIES)))
                            + (names.size() > MOST_ENTRIES ? "\n[more entries are left out]" : "");
        } catch (IOException failed) {
            throw new ToolException("The folder cannot be listed: " + failed.getMessage(), failed);
        }
    }

    @Override
    public boolean changesState() {
        return false;
    }
}
