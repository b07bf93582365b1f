package dev.ipw.results.internal.meterlog;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The names of the files of a meter's log. */
public final class MeterLogSegments {
    /** The file of the lock of the meter that writes. */
    public static final String LOCK = "meter.lock";

    private static final Pattern NAME = Pattern.compile("meter-(\\d{6,9})\\.jsonl");

    private MeterLogSegments() {}

    /**
     * Names a segment.
     *
     * @param folder the log's folder
     * @param number the number of the segment
     * @return its file
     */
    public static Path file(Path folder, int number) {
        return folder.resolve(String.format(Locale.ROOT, "meter-%06d.jsonl", number));
    }

    /**
     * Returns the number of a segment.
     *
     * @param file any file
     * @return its number; empty if its name is not that of a segment
     */
    public static OptionalInt number(Path file) {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        return name.matches() ? OptionalInt.of(Integer.parseInt(name.group(1))) : OptionalInt.empty();
    }

    /**
     * Lists the segments of a log.
     *
     * @param folder the log's folder
     * @return the files in the order of their numbers; none if there is no such folder
     * @throws InputException if the folder cannot be listed
     */
    public static List<Path> list(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> number(file).isPresent())
                    .sorted((one, other) -> Integer.compare(number(one).orElseThrow(), number(other).orElseThrow()))
                    .toList();
        } catch (IOException failure) {
            throw new InputException("Cannot list " + folder.toAbsolutePath() + ": " + AtomicFile.reasonOf(failure)
                    + ". Check its permissions", failure);
        }
    }
}
