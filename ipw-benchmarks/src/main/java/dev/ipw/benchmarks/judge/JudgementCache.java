package dev.ipw.benchmarks.judge;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.error.InputException;
import dev.ipw.inference.ClientInfo;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.file.Sha256;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A cache of the replies of judges on disk, with a small file for each, so that many threads and processes can share
 * them and none is lost when one is killed. Only replies with a verdict are kept.
 *
 * @param folder the folder of the files
 */
record JudgementCache(Path folder) {
    private static final int MAX_BYTES = 4 << 20;
    private static final int FOLDER_DIGITS = 2;
    private static final String CODE = "code";
    private static final String REPLY = "reply";

    /** Computes the key of a request from everything that the reply depends on. */
    static String key(ClientInfo judge, JudgeSettings settings, JudgePrompt prompt, String round) {
        Sha256 digest = new Sha256();
        List.of(judge.id(), judge.model(), judge.endpoint().map(URI::toString).orElse(""),
                String.valueOf(settings.temperature()), String.valueOf(settings.maxTokens()), prompt.rubric(),
                prompt.text(), round).forEach(digest::addWithLength);
        return digest.hex();
    }

    /** Returns a kept reply; empty if the file is damaged, or of an earlier version without codes. */
    Optional<CachedReply> read(String key) {
        Path file = file(key);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            JsonNode stored = Json.parse(BoundedFile.read(file, MAX_BYTES));
            return stored.path(REPLY).isTextual() && stored.path(CODE).isTextual()
                    ? Optional.of(new CachedReply(stored.path(CODE).asText(), stored.path(REPLY).asText()))
                    : Optional.empty();
        } catch (JsonSyntaxException | InputException torn) {
            return Optional.empty();
        }
    }

    /** Keeps a reply. */
    void keep(String key, String model, String rubric, CachedReply reply) {
        Path file = file(key);
        try {
            Files.createDirectories(folderOf(file));
        } catch (IOException failed) {
            throw new InputException("Cannot make the folder " + file.getParent() + ": " + AtomicFile.reasonOf(failed)
                    + ". Name another one in IPW_CACHE_DIR, or give judge_cache=false", failed);
        }
        AtomicFile.write(file, Json.writeBytes(
                Json.object().put("judge", model).put("rubric", rubric).put(CODE, reply.code())
                        .put(REPLY, reply.text())));
    }

    /**
     * A reply that has a verdict.
     *
     * @param code the code of its request, which the verdict contains
     * @param text the reply
     */
    record CachedReply(String code, String text) {}

    private static Path folderOf(Path file) {
        return Objects.requireNonNull(file.getParent());
    }

    private Path file(String key) {
        return folder.resolve(key.substring(0, FOLDER_DIGITS)).resolve(key.substring(FOLDER_DIGITS) + ".json");
    }
}
