package dev.ipw.agents.tool.retrieval;

import dev.ipw.error.InputException;
import java.nio.file.Path;

/** The size of a corpus, which is rejected if it is too large for memory. */
final class CorpusBounds {
    private static final int MAX_DOCUMENTS = 1_000_000;
    private static final long MAX_CHARACTERS = 512L << 20;

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
        if (documents > MAX_DOCUMENTS || characters > MAX_CHARACTERS) {
            throw new InputException("The corpus " + place + " holds more than " + MAX_DOCUMENTS + " documents or "
                    + (MAX_CHARACTERS >> 20) + " million characters, more than is read. Divide it");
        }
    }
}
