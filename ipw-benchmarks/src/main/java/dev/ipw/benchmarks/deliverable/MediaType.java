package dev.ipw.benchmarks.deliverable;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The media types of files that are neither text nor a document, by their first bytes; the name of a file does not
 * count.
 */
final class MediaType {
    static final String ZIP = "application/zip";
    static final String UNKNOWN = "application/octet-stream";
    private static final int BRAND = 4;
    private static final int RIFF_KIND = 8;
    private static final List<Signature> SIGNATURES = List.of(new Signature("image/png", 0, "\u0089PNG\r\n"),
            new Signature("image/jpeg", 0, "\u00ff\u00d8\u00ff"), new Signature("image/gif", 0, "GIF8"),
            new Signature("image/webp", RIFF_KIND, "WEBP"), new Signature("image/bmp", 0, "BM"),
            new Signature("image/tiff", 0, "II*\u0000"), new Signature("image/tiff", 0, "MM\u0000*"),
            new Signature("audio/wav", RIFF_KIND, "WAVE"), new Signature("video/x-msvideo", RIFF_KIND, "AVI "),
            new Signature("audio/mpeg", 0, "ID3"), new Signature("audio/mpeg", 0, "\u00ff\u00fb"),
            new Signature("audio/flac", 0, "fLaC"), new Signature("audio/ogg", 0, "OggS"),
            new Signature("audio/mp4", BRAND, "ftypM4A"), new Signature("video/mp4", BRAND, "ftyp"),
            new Signature("video/webm", 0, "\u001aE\u00df\u00a3"), new Signature(ZIP, 0, "PK\u0003\u0004"),
            new Signature(ZIP, 0, "PK\u0005\u0006"), new Signature("application/gzip", 0, "\u001f\u008b"),
            new Signature("application/x-7z-compressed", 0, "7z\u00bc\u00af"),
            new Signature("application/x-ole-storage", 0, "\u00d0\u00cf\u0011\u00e0"),
            new Signature("application/vnd.sqlite3", 0, "SQLite format 3"));

    private MediaType() {}

    /** Recognises bytes; empty if they have no known beginning. */
    static Optional<String> of(byte[] bytes) {
        return SIGNATURES.stream().filter(signature -> signature.fits(bytes)).map(Signature::mediaType).findFirst();
    }

    /** Returns the media type of a text by the name of its file. */
    static String ofText(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return switch (lower.substring(lower.lastIndexOf('.') + 1)) {
            case "csv" -> "text/csv";
            case "tsv" -> "text/tab-separated-values";
            case "md" -> "text/markdown";
            case "html", "htm" -> "text/html";
            case "json" -> "application/json";
            case "xml" -> "application/xml";
            case "svg" -> "image/svg+xml";
            case "rtf" -> "application/rtf";
            default -> "text/plain";
        };
    }

    private record Signature(String mediaType, int offset, String latin1) {
        boolean fits(byte[] bytes) {
            byte[] wanted = latin1.getBytes(StandardCharsets.ISO_8859_1);
            for (int at = 0; at < wanted.length; at++) {
                if (offset + at >= bytes.length || bytes[offset + at] != wanted[at]) {
                    return false;
                }
            }
            return true;
        }
    }
}
