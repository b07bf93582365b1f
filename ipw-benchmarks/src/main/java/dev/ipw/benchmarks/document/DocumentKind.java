package dev.ipw.benchmarks.document;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;

/** The kinds of documents that can be read. Only the content of a file counts, not its name. */
public enum DocumentKind {
    /** Portable Document Format. */
    PDF("application/pdf"),
    /** A text of Word. */
    DOCX("application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    /** A workbook of Excel. */
    XLSX("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    /** A presentation of PowerPoint. */
    PPTX("application/vnd.openxmlformats-officedocument.presentationml.presentation");

    private static final int PDF_HEAD_BYTES = 1024;
    private static final int MAX_ENTRIES = 1_000;
    private static final byte[] OLE2 = {(byte) 0xd0, (byte) 0xcf, 0x11, (byte) 0xe0};

    private final String mediaType;

    DocumentKind(String mediaType) {
        this.mediaType = mediaType;
    }

    /**
     * Returns the media type of the kind.
     *
     * @return the media type, such as {@code application/pdf}
     */
    public String mediaType() {
        return mediaType;
    }

    /**
     * Recognises a document.
     *
     * @param bytes the file
     * @return its kind; empty if it is none of these
     * @throws DocumentException if it is a document that is encrypted, or of an older format
     */
    public static Optional<DocumentKind> of(byte[] bytes) throws DocumentException {
        String head = new String(bytes, 0, Math.min(bytes.length, PDF_HEAD_BYTES), StandardCharsets.ISO_8859_1);
        if (head.startsWith("PK\u0003\u0004")) {
            return ofZip(bytes);
        }
        if (head.contains("%PDF-")) {
            return Optional.of(PDF);
        }
        if (bytes.length > OLE2.length && Arrays.equals(bytes, 0, OLE2.length, OLE2, 0, OLE2.length)) {
            throw ofOldOffice(bytes);
        }
        return Optional.empty();
    }

    private static Optional<DocumentKind> ofZip(byte[] bytes) throws DocumentException {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            int entries = 0;
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Optional<DocumentKind> kind = ofMainPart(entry.getName());
                if (kind.isPresent()) {
                    return kind;
                }
                entries++;
                if (entries > MAX_ENTRIES) {
                    throw new DocumentException("holds more than " + MAX_ENTRIES + " files, more than are read");
                }
            }
            return Optional.empty();
        } catch (IOException | IllegalArgumentException damaged) {
            throw new DocumentException("is damaged: "
                    + (damaged.getMessage() == null ? "it ends too soon" : damaged.getMessage()), damaged);
        }
    }

    private static Optional<DocumentKind> ofMainPart(String name) {
        return switch (name) {
            case "word/document.xml" -> Optional.of(DOCX);
            case "xl/workbook.xml" -> Optional.of(XLSX);
            case "ppt/presentation.xml" -> Optional.of(PPTX);
            default -> Optional.empty();
        };
    }

    private static DocumentException ofOldOffice(byte[] bytes) {
        try (POIFSFileSystem files = new POIFSFileSystem(new ByteArrayInputStream(bytes))) {
            return files.getRoot().hasEntryCaseInsensitive("EncryptedPackage")
                    ? new DocumentException("is encrypted with a password, so it cannot be read")
                    : new DocumentException("is of an older format (.doc, .xls, .ppt), which is not read");
        } catch (IOException | RuntimeException damaged) {
            return new DocumentException("is damaged: " + damaged.getMessage(), damaged);
        }
    }
}
