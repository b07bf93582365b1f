package dev.ipw.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A key that no file may contain, whole or in a fragment of 12 characters. Fixtures give it to clients and have servers
 * repeat it; {@link CanaryScan} looks for it in the temporary folders of every test.
 */
public final class Canary {
    /** The key. */
    public static final String KEY = "sk-Zq1aTZq2bVZq3cWZq4dXZq5eYZq6fUZq7g";

    /** The mark that every 12 characters of the key contain, and hardly any other text. */
    private static final String SIGN = "zq";
    private static final int FRAGMENT = 12;
    private static final List<String> FRAGMENTS = IntStream.rangeClosed(0, KEY.length() - FRAGMENT)
            .mapToObj(at -> KEY.substring(at, at + FRAGMENT).toLowerCase(Locale.ROOT)).toList();

    private static final Pattern PROGRAM = Pattern.compile("\\.(?:jar|class)$");
    /** The maximum size of a scanned file: some tests make files that are larger than memory, and empty. */
    private static final int MAX_BYTES = 16 << 20;

    private Canary() {}

    /** Returns whether a text contains the key or a fragment of it, ignoring case. */
    public static boolean isIn(String text) {
        String small = text.toLowerCase(Locale.ROOT);
        for (int at = small.indexOf(SIGN); at >= 0; at = small.indexOf(SIGN, at + 1)) {
            String around = small.substring(Math.max(0, at - FRAGMENT), Math.min(small.length(), at + FRAGMENT));
            if (FRAGMENTS.stream().anyMatch(around::contains)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the files in a folder that contain the key or a fragment of it; links are not followed. */
    public static List<Path> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> Files.isRegularFile(file) && !Files.isSymbolicLink(file)
                    && Files.isReadable(file)).filter(Canary::isInFile).toList();
        }
    }

    private static boolean isInFile(Path file) {
        // Programs contain the key like all texts of these classes.
        if (PROGRAM.matcher(file.toString()).find()) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return isIn(new String(in.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1));
        } catch (IOException gone) {
            // A program of the test may still remove its files.
            return false;
        }
    }
}
