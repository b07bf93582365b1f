package dev.ipw.benchmarks.scoring;

/**
 * The letter that an official extractor reads.
 *
 * @param letter the letter as written in the answer, which may be a small one
 * @param rule   the rule that found it
 */
record ReadLetter(char letter, String rule) {
    char capital() {
        return Character.toUpperCase(letter);
    }
}
