package dev.ipw.benchmarks.scoring;

/**
 * The letter that an official extractor reads.
 *
 * @param letter as it stands in the answer, so that it may be small
 * @param rule   which rule found it
 */
record ReadLetter(char letter, String rule) {
    char capital() {
        return Character.toUpperCase(letter);
    }
}
