package dev.ipw.agents.tool.retrieval;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.Sha256;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The documents to search.
 *
 * @param documents each with an id of its own, in a fixed order
 */
record Corpus(List<CorpusDocument> documents) {
    Corpus {
        documents = List.copyOf(documents);
    }

    /**
     * Reads a corpus.
     *
     * @param place    a folder, or a file of JSON Lines
     * @param progress receives the omitted documents
     * @throws InputException if there is no corpus, or it is too large
     */
    static Corpus read(Path place, Consumer<String> progress) {
        if (!Files.exists(place)) {
            throw new InputException(
                    "There is no corpus at " + place + ": retrieval.corpus names a folder, or a file of"
                            + " JSON Lines with id and content");
        }
        Corpus corpus = Files.isDirectory(place)
                ? new CorpusFolder(progress).read(place)
                : CorpusFile.read(place);
        if (corpus.documents().isEmpty()) {
            throw new InputException("The corpus " + place + " holds no document with text");
        }
        return corpus;
    }

    /** Returns a digest of the searched content. */
    String digest() {
        Sha256 digest = new Sha256();
        documents.forEach(document -> digest.addWithLength(document.id()).addWithLength(document.title())
                .addWithLength(document.text()));
        return digest.hex();
    }
}
