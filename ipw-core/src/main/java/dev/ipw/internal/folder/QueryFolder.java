package dev.ipw.internal.folder;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Names of folders for the ids of queries, which may contain anything. */
public final class QueryFolder {
    private static final int MAX_CHARACTERS = 80;
    private static final int LAST_OF_DIGEST = 24;

    private QueryFolder() {}

    /** Returns the id if it is plain, otherwise a cleaned one with a digest: two that look alike still differ then. */
    public static String name(String queryId) {
        String clean = queryId.replaceAll("[^A-Za-z0-9._-]", "_");
        boolean isPlain = clean.equals(queryId) && !clean.isEmpty() && clean.length() <= MAX_CHARACTERS
                && !clean.startsWith(".");
        return isPlain
                ? clean
                : "q" + clean.substring(0, Math.min(clean.length(), MAX_CHARACTERS)) + "-"
                        + UUID.nameUUIDFromBytes(queryId.getBytes(StandardCharsets.UTF_8)).toString()
                                .substring(LAST_OF_DIGEST);
    }
}
