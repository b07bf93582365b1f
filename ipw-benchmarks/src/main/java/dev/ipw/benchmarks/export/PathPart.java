package dev.ipw.benchmarks.export;

import java.util.Locale;
import java.util.regex.Pattern;

/** A maker of names that any repository accepts as part of a path. */
final class PathPart {
    private static final Pattern OTHER = Pattern.compile("[^a-z0-9.]+");
    private static final Pattern EDGES = Pattern.compile("^[-.]+|[-.]+$");
    private static final int MAX = 80;

    private PathPart() {}

    /** Writes a name in lower case, with hyphens for characters that are neither letters nor digits. */
    static String of(String name) {
        String plain = EDGES.matcher(OTHER.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("-")).replaceAll("");
        return plain.isEmpty() ? "unknown" : plain.substring(0, Math.min(MAX, plain.length()));
    }
}
