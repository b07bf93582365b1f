package dev.ipw.internal.names;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Make names of folders from the ids of queries, which may hold anything. */
public final class QueryFolder {
    private static final int MOST_CHARACTERS = 80;
    private static final int LAST_OF_DIGEST = 24;

    private QueryFolder() {}

    /** Returns the id where it is plain, else a cleaned one with a digest: two that look alike then still differ. */
    public static String name(String queryId) {
        String clean = queryId.replaceAll("[^A-Za-z0-9._-]", "_");
        boolean isPlain = clean.equals(queryId) && !clean.isEmpty() && clean.length() <= MOST_CHARACTERS
                && !clean.startsWith(".");
        return isPlain
                ? clean
                : "q" + clean.substring(0, Math.min(clean.length(), MOST_CHARACTERS)) + "-"
                        + UUID.nameUUIDFromBytes(queryId.getBytes(StandardCharsets.UTF_8)).toString()
                                .substring(LAST_OF_DIGEST);
    }
}
