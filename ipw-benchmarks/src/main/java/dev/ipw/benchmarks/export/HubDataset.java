package dev.ipw.benchmarks.export;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A dataset on the HuggingFace hub.
 *
 * @param repository its owner and name
 * @param task       its task, if it is named
 * @param revision   its revision, if it is named
 */
record HubDataset(String repository, Optional<String> task, Optional<String> revision) {
    private static final Pattern PREFIX = Pattern.compile("hf[/:]");
    private static final Pattern ADDRESS = Pattern
            .compile("(?:hf[/:])?([\\w.-]{1,96}/[\\w.-]{1,96})(?:/([\\w.-]{1,96}))?(?:@([\\w./-]{1,128}))?");

    /**
     * Reads the id of a run's dataset; empty without {@code hf/} before it, because a local file may have such a name.
     */
    static Optional<HubDataset> ofRun(String id) {
        return PREFIX.matcher(id).lookingAt() ? of(id) : Optional.empty();
    }

    /** Reads an address such as {@code hf/owner/name/task@revision}; empty if it is not one. */
    static Optional<HubDataset> of(String address) {
        Matcher matcher = ADDRESS.matcher(address);
        return matcher.matches()
                ? Optional.of(new HubDataset(matcher.group(1), Optional.ofNullable(matcher.group(2)),
                        Optional.ofNullable(matcher.group(3))))
                : Optional.empty();
    }
}
