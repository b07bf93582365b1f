package dev.ipw.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/** Changes of a run's summary with new checksums, computed as docs/run-files.md documents them for other programs. */
public final class ChangedSummary {
    private static final Pattern VERDICT = Pattern.compile(
            "(\"verdict\"\\s*:\\s*\\{\\s*)\"level\".*?(\"dispatch_lag\")",
            Pattern.DOTALL);

    private static final Pattern LATE = Pattern.compile("(?<start>\"late\"\\s*:\\s*)\\d+");

    private ChangedSummary() {}

    /**
     * Replaces the judgement of a finished run's times, so that it does not depend on the load of this machine.
     *
     * @param level  {@code valid}, {@code doubtful} or {@code invalid}
     * @param reason the reason; empty for none
     */
    public static void judge(Path run, String level, String reason) throws IOException {
        String reasons = reason.isEmpty() ? "[ ]" : "[ {\"level\": \"" + level + "\", \"text\": \"" + reason + "\"} ]";
        Matcher verdict = VERDICT.matcher(Files.readString(run.resolve("summary.json")));
        String judged = verdict.replaceFirst("$1\"level\": \"" + level + "\", \"reasons\": " + reasons + ", $2");
        write(run, LATE.matcher(judged).replaceFirst("${start}0"));
    }

    /** Replaces the summary of a finished run, with its checksum. */
    public static void write(Path run, String json) throws IOException {
        byte[] summary = json.getBytes(StandardCharsets.UTF_8);
        Path checksums = run.resolve("checksums.json");
        Files.write(checksums, checksums(Files.readAllBytes(checksums), summary));
        Files.write(run.resolve("summary.json"), summary);
    }

    /** Returns checksums.json with the checksums of another summary. */
    public static byte[] checksums(byte[] before, byte[] summary) {
        ObjectNode checksums = (ObjectNode) json(before);
        checksums.remove("crc32c");
        for (JsonNode file : checksums.path("files")) {
            if (file.path("name").textValue().equals("summary.json")) {
                ((ObjectNode) file).put("bytes", summary.length).put("crc32c", crc32c(summary));
            }
        }
        return line(checksums).getBytes(StandardCharsets.UTF_8);
    }

    /** Writes an object in one line with the checksum of the preceding text. */
    public static String line(JsonNode object) {
        String line = Json.write(object);
        String covered = line.substring(0, line.length() - 1);
        return covered + ",\"crc32c\":\"" + crc32c(covered.getBytes(StandardCharsets.UTF_8)) + "\"}";
    }

    /** Parses bytes that are known to be JSON. */
    public static JsonNode json(byte[] bytes) {
        try {
            return Json.parse(bytes);
        } catch (JsonSyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static String crc32c(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return HexFormat.of().toHexDigits(crc.getValue(), 8);
    }
}
