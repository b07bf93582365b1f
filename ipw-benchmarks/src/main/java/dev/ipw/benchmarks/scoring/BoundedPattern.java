package dev.ipw.benchmarks.scoring;

import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A search by an untrusted regular expression in bounded time: of a longer text the last 100,000 characters, and at
 * most 20 million reads of a character.
 */
record BoundedPattern(Pattern pattern) {
    static final int MAX_CHARACTERS = 100_000;
    private static final long MAX_STEPS = 20_000_000;

    /** Returns the number of groups. */
    int groups() {
        return pattern.matcher("").groupCount();
    }

    /**
     * Finds the first match.
     *
     * @throws TooHardException if the search takes more steps than allowed, or nests too deep
     */
    Optional<MatchResult> first(String text) throws TooHardException {
        try {
            Matcher matcher = pattern.matcher(new BoundedText(end(text), MAX_STEPS));
            return matcher.find() ? Optional.of(matcher.toMatchResult()) : Optional.empty();
        } catch (BoundedText.StepsSpentException | StackOverflowError tooHard) {
            throw new TooHardException(tooHard);
        }
    }

    /** Returns the part of a text that is searched: its end. */
    static String end(String text) {
        return text.length() <= MAX_CHARACTERS ? text : text.substring(text.length() - MAX_CHARACTERS);
    }

    /** The failure of a search that takes too long for this text. */
    static final class TooHardException extends Exception {
        private static final long serialVersionUID = 1L;

        private TooHardException(Throwable cause) {
            super("The pattern takes too many steps on this answer", cause);
        }
    }
}
