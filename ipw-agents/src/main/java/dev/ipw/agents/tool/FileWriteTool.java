package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.file.OpenFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A tool that writes text files into the task's folder. */
final class FileWriteTool implements AgentTool {
    private static final int MAX_BYTES = 10 << 20;
    private static final ToolDefinition DEFINITION = new ToolDefinition("file_write",
            "Write a text file in the working folder; folders above it are made.",
            """
                    {"type": "object", "properties": {"path": {"type": "string", "description": "relative to the working folder"}, \
                    "content": {"type": "string"}, "mode": {"type": "string", "enum": ["write", "append"], "description": \
                    "write replaces the file, which is the default"}}, "required": ["path", "content"], \
                    "additionalProperties": false}""");

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public String use(ToolArguments arguments, Workspace workspace) throws ToolException {
        String name = arguments.requireText("path");
        byte[] bytes = arguments.requireText("content").getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_BYTES) {
            throw new ToolException("The content is larger than " + (MAX_BYTES >> 20) + " MiB: write it in parts");
        }
        WorkspaceFile file = WorkspaceFile.of(workspace, name);
        boolean isAppended = arguments.text("mode").orElse("write").equals("append");
        file.use("written", true, (folder, last) -> {
            if (file.isWholeFolder() || folder.isFolder(last)) {
                throw new ToolException("'" + name + "' is a folder");
            }
            write(folder, last, bytes, isAppended);
            return last;
        });
        return (isAppended ? "Appended " : "Wrote ") + bytes.length + " bytes "
                + (isAppended ? "to " : "as ") + file.relative();
    }

    private static void write(OpenFolder folder, Path name, byte[] bytes, boolean isAppended) throws IOException {
        try (SeekableByteChannel out = folder.write(name)) {
            if (isAppended) {
                out.position(out.size());
            } else {
                out.truncate(0);
            }
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                out.write(left);
            }
        }
    }
}
