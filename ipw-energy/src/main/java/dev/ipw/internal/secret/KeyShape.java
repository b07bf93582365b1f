package dev.ipw.internal.secret;

import java.util.List;

/** The recognition of a key by its form, wherever it occurs. */
final class KeyShape {
    /** The prefixes of the keys of well-known services. */
    private static final List<String> BEGINS = List.of("sk-", "sk_", "hf_", "gsk_", "ghp_", "github_pat_", "glpat-",
            "xoxb-", "xoxp-", "nvapi-", "AIza", "AKIA");
    private static final int MIN_BEHIND_BEGIN = 16;
    private static final int MIN_BEHIND_BEARER = 8;

    private KeyShape() {}

    /** Returns whether a word is a key of a well-known service; for one that was cut, a few letters are enough. */
    static boolean matches(String word, boolean isCut) {
        return BEGINS.stream()
                .anyMatch(begin -> word.regionMatches(true, 0, begin, 0, begin.length())
                        && (isCut || (word.length() >= begin.length() + MIN_BEHIND_BEGIN && hasDigit(word))));
    }

    /** Returns whether a word after "bearer" is one that occurs in no sentence. */
    static boolean isLikely(String word, boolean isCut) {
        return isCut || (word.length() >= MIN_BEHIND_BEARER && hasDigit(word));
    }

    /** Returns whether a word is most likely a key, whatever its name: long, of letters and digits, and no address. */
    static boolean looksLikeKey(String word) {
        return word.length() >= MIN_BEHIND_BEGIN && hasDigit(word) && word.chars().anyMatch(Character::isLetter)
                && !word.contains("://");
    }

    private static boolean hasDigit(String word) {
        return word.chars().anyMatch(unit -> unit >= '0' && unit <= '9');
    }
}
