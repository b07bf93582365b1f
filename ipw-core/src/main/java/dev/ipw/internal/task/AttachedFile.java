package dev.ipw.internal.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.file.Sha256;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A file of a task in its state when its agent began, so that the agent's files can be distinguished from it. The list
 * of them is beside the folder in which the agent works, where the agent cannot change it.
 *
 * @param name   its name in that folder
 * @param bytes  its length
 * @param sha256 its hash, 64 hexadecimal digits
 */
public record AttachedFile(String name, long bytes, String sha256) {
    /** The name of the list in the folder of a task. */
    public static final String LIST = "attachments.json";

    private static final int MAX_LIST_BYTES = 4 << 20;

    /**
     * Copies a file of a task.
     *
     * @param file the source
     * @param copy the target, which does not exist yet
     * @return the copy
     * @throws IOException if it cannot be copied
     */
    public static AttachedFile copied(Path file, Path copy) throws IOException {
        Sha256 digest = new Sha256();
        try (InputStream in = digest.reading(Files.newInputStream(file))) {
            long bytes = Files.copy(in, copy);
            return new AttachedFile(String.valueOf(copy.getFileName()), bytes, digest.hex());
        }
    }

    /**
     * Writes the list of a task.
     *
     * @param taskFolder the folder of the task, which contains that of the agent
     * @param files      its files
     */
    public static void write(Path taskFolder, List<AttachedFile> files) {
        ArrayNode list = Json.array();
        files.forEach(file -> list.addObject().put("name", file.name()).put("bytes", file.bytes())
                .put("sha256", file.sha256()));
        AtomicFile.write(taskFolder.resolve(LIST), Json.writeBytes(list));
    }

    /**
     * Reads the list of a task.
     *
     * @param taskFolder the folder of the task
     * @return its files; empty if there is no list, or it is torn
     */
    public static Optional<List<AttachedFile>> read(Path taskFolder) {
        Path file = taskFolder.resolve(LIST);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            List<AttachedFile> files = new ArrayList<>();
            for (JsonNode one : Json.parse(BoundedFile.read(file, MAX_LIST_BYTES))) {
                files.add(new AttachedFile(one.path("name").asText(), one.path("bytes").asLong(),
                        one.path("sha256").asText()));
            }
            return Optional.of(List.copyOf(files));
        } catch (JsonSyntaxException | InputException torn) {
            return Optional.empty();
        }
    }
}
