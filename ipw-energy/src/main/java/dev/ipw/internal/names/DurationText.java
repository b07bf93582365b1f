package dev.ipw.internal.names;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations in a user's form: a bare number is seconds, or it ends in ms, s, m or h. */
public final class DurationText {
    private static final Pattern FORM = Pattern.compile("(-?\\d+(?:\\.\\d+)?)\\s*(ms|s|m|h)?");

    private DurationText() {}

    /**
     * Reads a duration.
     *
     * @param text for example {@code 500ms}, {@code 30} or {@code 2m}
     * @return the duration, which may be negative; empty if the text is not a duration
     */
    public static Optional<Duration> parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        double seconds = Double.parseDouble(matcher.group(1)) * switch (matcher.group(2)) {
            case "ms" -> 1e-3;
            case "m" -> 60;
            case "h" -> 3600;
            case null, default -> 1;
        };
        return Optional.of(Duration.ofNanos(Math.round(seconds * 1e9)));
    }
}
