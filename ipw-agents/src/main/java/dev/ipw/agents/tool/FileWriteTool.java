package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.inference.ToolDefinition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;

/** A tool that writes text files into the task's folder. */
final class FileWriteTool implements AgentTool {
    private static final int MOST_BYTES = 10 << 20;
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
        if (bytes.length > MOST_BYTES) {
            throw new ToolException("The content is larger than " + (MOST_BYTES >> 20) + " MiB: write it in parts");
        }
        Path place = WorkspaceFile.of(workspace, name);
        if (place.equals(workspace.folder()) || Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            throw new ToolException("'" + name + "' is a folder");
        }
        boolean isAppended = arguments.text("mode").orElse("write").equals("append");
        write(workspace, place, name, bytes, isAppended);
        return (isAppended ? "Appended " : "Wrote ") + bytes.length + " bytes "
                + (isAppended ? "to " : "as ") + workspace.folder().relativize(place);
    }

    private static void write(Workspace workspace, Path place, String name, byte[] bytes, boolean isAppended)
            throws ToolException {
        Set<OpenOption> how = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS,
                isAppended ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
        if (Files.exists(place, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)) {
            throw new ToolException("'" + name + "' is no regular file");
        }
        try {
            Path parent = Objects.requireNonNull(place.getParent(), "a file of a folder has a parent");
            Files.createDirectories(parent);
            WorkspaceFile.requireInside(workspace.folder(), parent, name);
            try (SeekableByteChannel out = Files.newByteChannel(place, how)) {
                ByteBuffer left = ByteBuffer.wrap(bytes);
                while (left.hasRemaining()) {
                    out.write(left);
                }
            }
        } catch (IOException failed) {
            throw new ToolException("'" + name + "' cannot be written: " + failed.getMessage(), failed);
        }
    }
}
