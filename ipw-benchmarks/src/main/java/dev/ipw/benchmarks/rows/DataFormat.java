package dev.ipw.benchmarks.rows;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * The format of a data file.
 *
 * @param kind        the form of its rows
 * @param compression the compression of the whole file
 */
record DataFormat(Kind kind, Compression compression) {
    private static final int BUFFER_BYTES = 1 << 16;

    /**
     * Returns the format by a name.
     *
     * @param name the file's name, or its path
     * @return the format; empty if the suffix is not one of a data file
     */
    static Optional<DataFormat> of(String name) {
        String bare = name.toLowerCase(Locale.ROOT);
        Compression compression = Compression.NONE;
        for (Compression candidate : Compression.values()) {
            if (candidate != Compression.NONE && bare.endsWith(candidate.suffix)) {
                compression = candidate;
                bare = bare.substring(0, bare.length() - candidate.suffix.length());
                break;
            }
        }
        for (Kind kind : Kind.values()) {
            if (bare.endsWith(kind.suffix) && (kind.isText || compression == Compression.NONE)) {
                return Optional.of(new DataFormat(kind, compression));
            }
        }
        return Optional.empty();
    }

    /**
     * Opens a file, decompressed.
     *
     * @param file the file
     * @return its text
     * @throws IOException if it cannot be opened, or does not have the compression of its name
     */
    InputStream open(Path file) throws IOException {
        InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
        try {
            return switch (compression) {
                case NONE -> raw;
                case GZIP -> new GZIPInputStream(raw, BUFFER_BYTES);
                case ZSTANDARD -> new ZstdInputStream(raw);
            };
        } catch (IOException | RuntimeException unusable) {
            raw.close();
            throw unusable;
        }
    }

    /** The forms of rows. */
    enum Kind {
        PARQUET(".parquet", false), JSON_LINES(".jsonl", true), NEWLINE_JSON(".ndjson", true), JSON(".json", true),
        CSV(".csv", true), TSV(".tsv", true), ARROW(".arrow", false);

        private final String suffix;
        private final boolean isText;

        Kind(String suffix, boolean isText) {
            this.suffix = suffix;
            this.isText = isText;
        }
    }

    /** The compressions of a whole file. */
    enum Compression {
        NONE(""), GZIP(".gz"), ZSTANDARD(".zst");

        private final String suffix;

        Compression(String suffix) {
            this.suffix = suffix;
        }
    }
}
