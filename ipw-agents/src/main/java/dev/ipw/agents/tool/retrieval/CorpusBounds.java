package dev.ipw.agents.tool.retrieval;

import dev.ipw.error.InputException;
import java.nio.file.Path;

/** The size of a corpus, which is rejected if it is too large for memory. */
final class CorpusBounds {
    private static final int MOST_DOCUMENTS = 1_000_000;
    private static final long MOST_CHARACTERS = 512L << 20;

    private final Path place;
    private int documents;
    private long characters;

    CorpusBounds(Path place) {
        this.place = place;
    }

    /** Counts one document. */
    void add(CorpusDocument document) {
        documents++;
        characters += document.text().length();
        if (documents > MOST_DOCUMENTS || characters > MOST_CHARACTERS) {
            throw new InputException("The corpus " + place + " holds more than " + MOST_DOCUMENTS + " documents or "
                    + (MOST_CHARACTERS >> 20) + " million characters, more than is read. Divide it");
        }
    }
}
