package dev.ipw.agents.tool.retrieval;

import dev.ipw.benchmarks.document.DocumentException;
import dev.ipw.benchmarks.document.DocumentReader;
import dev.ipw.benchmarks.document.PageSelection;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The reader of a corpus from a folder: texts in UTF-8, PDF and Office files. Links and hidden files are skipped. */
final class CorpusFolder {
    private static final int MAX_LEVELS = 32;

    private final Consumer<String> progress;
    private int leftOut;

    CorpusFolder(Consumer<String> progress) {
        this.progress = progress;
    }

    Corpus read(Path folder) {
        List<CorpusDocument> documents = new ArrayList<>();
        CorpusBounds bounds = new CorpusBounds(folder);
        try (Stream<Path> files = Files.walk(folder, MAX_LEVELS)) {
            List<Path> ordered = files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .filter(file -> !isHidden(folder.relativize(file))).sorted().toList();
            for (Path file : ordered) {
                text(file).filter(text -> !text.isBlank()).ifPresent(text -> {
                    CorpusDocument document = new CorpusDocument(
                            folder.relativize(file).toString().replace('\\', '/'), "", text);
                    bounds.add(document);
                    documents.add(document);
                });
            }
        } catch (IOException failed) {
            throw new InputException("Cannot read the corpus " + folder + ": " + AtomicFile.reasonOf(failed), failed);
        }
        if (leftOut > 0) {
            progress.accept("Of the corpus " + folder + ", " + leftOut
                    + (leftOut == 1 ? " file is" : " files are") + " no readable text or document and not searched");
        }
        return new Corpus(documents);
    }

    private static boolean isHidden(Path path) {
        for (Path part : path) {
            if (part.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }

    private Optional<String> text(Path file) {
        byte[] bytes = BoundedFile.read(file, DocumentReader.MAX_BYTES);
        try {
            if (DocumentReader.isDocument(bytes)) {
                Optional<String> text = DocumentReader.read(bytes, PageSelection.ALL);
                leftOut += text.isEmpty() ? 1 : 0;
                return text;
            }
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException | DocumentException unreadable) {
            leftOut++;
            return Optional.empty();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new InputException("Stopped while reading the corpus", stopped);
        }
    }
}
