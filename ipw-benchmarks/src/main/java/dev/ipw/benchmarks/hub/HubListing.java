package dev.ipw.benchmarks.hub;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The list of the files of a commit from the hub's answer. It is kept, because a commit's files never change. */
final class HubListing {
    private static final int MAX_BYTES = 64 << 20;

    private HubListing() {}

    /** Reads one page of the hub's answer. */
    static List<HubEntry> page(JsonNode page, String source) {
        List<HubEntry> entries = new ArrayList<>();
        for (JsonNode item : page) {
            if (item.path("type").asText("file").equals("file")) {
                entries.add(entry(item, source));
            }
        }
        return entries;
    }

    private static HubEntry entry(JsonNode item, String source) {
        String path = item.path("path").asText();
        boolean isLarge = item.path("lfs").isObject();
        JsonNode content = isLarge ? item.path("lfs") : item;
        String hash = content.path("oid").asText();
        long bytes = content.path("size").asLong(-1);
        if (!isSafe(path) || bytes < 0 || !(isLarge ? ContentHash.isSha256(hash) : ContentHash.isSha1(hash))) {
            throw new InputException(source + " lists a file that cannot be kept: path '" + path + "', size " + bytes
                    + ", hash '" + hash + "'");
        }
        return new HubEntry(new HubFile(path, bytes, isLarge ? Optional.of(hash) : Optional.empty()), hash);
    }

    /** Returns whether a path stays in the folder of the repository. */
    private static boolean isSafe(String path) {
        if (path.isEmpty() || path.startsWith("/") || path.contains("\\") || path.contains("\0")) {
            return false;
        }
        for (String part : path.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                return false;
            }
        }
        return true;
    }

    /** Keeps a listing in a file. */
    static void keep(List<HubEntry> entries, Path file) {
        ArrayNode list = Json.array();
        for (HubEntry entry : entries) {
            ObjectNode item = list.addObject().put("path", entry.file().path());
            ObjectNode content = entry.file().sha256().isPresent() ? item.putObject("lfs") : item;
            content.put("size", entry.file().sizeBytes()).put("oid", entry.blobName());
        }
        HubCache.make(HubCache.parent(file));
        AtomicFile.write(file, Json.writeBytes(list));
    }

    /** Reads a kept listing; empty if there is none, or if it is incomplete. */
    static Optional<List<HubEntry>> read(Path file) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(page(Json.parse(BoundedFile.read(file, MAX_BYTES)), file.toString()));
        } catch (JsonSyntaxException | InputException torn) {
            return Optional.empty();
        }
    }
}
