package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.benchmarks.document.DocumentReader;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.file.OpenFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A tool that reads text files of the task's folder, and lists folders in it. */
final class FileReadTool implements AgentTool {
    private static final int MAX_BYTES = 20 << 20;
    private static final int MAX_CHARACTERS = 20_000;
    private static final int MAX_ENTRIES = 500;
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
        WorkspaceFile file = WorkspaceFile.of(workspace, name);
        Optional<String> listed = file.use("read", false, (folder, last) -> listed(file, folder, last));
        return listed.isPresent() ? listed.get() : part(text(file.read(MAX_BYTES), name), arguments);
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
        int most = (int) arguments.integer("max_chars").orElse(MAX_CHARACTERS);
        String asked = String.join("\n", lines.subList(first - 1, last));
        return asked.length() <= most
                ? asked
                : asked.substring(0, most) + "\n[" + (asked.length() - most) + " more characters; the file has "
                        + lines.size() + " lines: read on with start_line]";
    }

    /** Returns the names in a folder; empty if it is none. */
    private static Optional<String> listed(WorkspaceFile file, OpenFolder folder, Path last) throws IOException {
        if (file.isWholeFolder()) {
            return Optional.of(listed(folder));
        }
        if (!folder.isFolder(last)) {
            return Optional.empty();
        }
        try (OpenFolder inner = folder.folder(last)) {
            return Optional.of(listed(inner));
        }
    }

    private static String listed(OpenFolder folder) throws IOException {
        List<String> names = new ArrayList<>();
        boolean isWhole = folder.forEach(entry -> {
            if (names.size() == MAX_ENTRIES) {
                return false;
            }
            return names.add(entry + (folder.isFolder(entry) ? "/" : ""));
        });
        Collections.sort(names);
        return names.isEmpty()
                ? "(the folder is empty)"
                : String.join("\n", names) + (isWhole ? "" : "\n[more entries are left out]");
    }

    @Override
    public boolean changesState() {
        return false;
    }
}
