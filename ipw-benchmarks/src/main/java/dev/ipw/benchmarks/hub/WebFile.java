package dev.ipw.benchmarks.hub;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;

/** Single files of the web, fetched once and kept with their address and hash. */
public final class WebFile {
    private static final int MAX_NOTE_BYTES = 1 << 16;
    private static final int NAME_DIGITS = 12;

    private WebFile() {}

    /**
     * Returns a file of the web, and fetches it first if necessary.
     *
     * @param context the cache folder, the network permission and the progress listener
     * @param address its address
     * @param sha256  the hash that it must have; empty accepts any content
     * @param folder  the folder in the cache folder
     * @return its path on this machine
     * @throws InputException if it cannot be fetched, or does not have the hash
     */
    public static Path fetch(DatasetContext context, URI address, Optional<String> sha256, String folder) {
        return fetch(context, address, sha256, folder, Pause.SLEEP);
    }

    static Path fetch(DatasetContext context, URI address, Optional<String> sha256, String folder, Pause pause) {
        Path parent = context.cachePath().resolve(folder);
        Path file = parent.resolve(name(address));
        Path note = parent.resolve(file.getFileName() + ".json");
        Optional<ContentHash> hash = sha256.map(digits -> new ContentHash(digits, false));
        if (isKept(file, note, sha256)) {
            return file;
        }
        if (HubSettings.of(context).offline()) {
            throw new InputException(address + " is not in " + parent
                    + ", and this run is offline. Run once with the network");
        }
        Path partial = parent.resolve(file.getFileName() + ".incomplete");
        WebClient client = new WebClient(Optional.empty(), address, pause, context::progress);
        try {
            DownloadLock.with(parent.resolve(file.getFileName() + ".lock"), pause, () -> {
                if (!isKept(file, note, sha256)) {
                    new Download(String.valueOf(address), address, OptionalLong.empty(), hash, context::progress)
                            .into(partial, client);
                    keep(address, partial, file, note);
                }
            });
        } catch (RefusedException refused) {
            throw new InputException("Cannot fetch " + address + ": " + refused.getMessage()
                    + ". Look whether it has moved", refused);
        }
        return file;
    }

    private static void keep(URI address, Path partial, Path file, Path note) throws IOException {
        String hash = sha256(partial);
        AtomicFile.replace(partial, file);
        AtomicFile.write(note, Json.writeBytes(Json.object().put("address", address.toString())
                .put("bytes", Files.size(file)).put("sha256", hash)));
    }

    /**
     * Computes the SHA-256 of a file.
     *
     * @param file the file
     * @return 64 hexadecimal digits
     */
    public static String sha256(Path file) {
        try {
            return Download.digits(file, new ContentHash("", false), Files.size(file));
        } catch (IOException failed) {
            throw new InputException("Cannot read " + file + ": " + AtomicFile.reasonOf(failed), failed);
        }
    }

    private static boolean isKept(Path file, Path note, Optional<String> sha256) {
        if (!Files.isRegularFile(file) || !Files.isRegularFile(note)) {
            return false;
        }
        try {
            JsonNode about = Json.parse(BoundedFile.read(note, MAX_NOTE_BYTES));
            return about.path("bytes").asLong(-1) == file.toFile().length()
                    && sha256.map(digits -> digits.equalsIgnoreCase(about.path("sha256").asText())).orElse(true);
        } catch (JsonSyntaxException torn) {
            return false;
        }
    }

    /** Returns a name from the whole address: two addresses can have the same end. */
    private static String name(URI address) {
        byte[] hash = new ContentHash("", false).digest(0)
                .digest(address.toString().getBytes(StandardCharsets.UTF_8));
        String path = String.valueOf(address.getPath());
        String last = path.substring(path.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9._-]", "_");
        return HexFormat.of().formatHex(hash).substring(0, NAME_DIGITS) + "-" + last;
    }
}
