package dev.ipw.internal.rows;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.ipw.error.InputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows of CSV by RFC 4180: commas, a header row, UTF-8 with or without byte order mark, quotes that may span lines.
 * Blank lines are skipped; an empty field is an absent one.
 */
public final class CsvRows implements RowReader {
    private static final List<String> QUESTION_COLUMNS = List.of("problem", "question", "prompt");

    private final CloseableIterator<CsvRecord> records;
    private final String source;
    private final List<String> needed;
    private final List<String> header;
    private long lastLine;

    /**
     * Starts reading a file with a column of questions.
     *
     * @param stream the file; closed with this reader
     * @param source the file's name in messages
     * @throws InputException if the header lacks the column
     * @throws IOException    if reading fails
     */
    public CsvRows(InputStream stream, String source) throws IOException {
        this(stream, source, QUESTION_COLUMNS);
    }

    /**
     * Starts reading a file whose header has one of some columns.
     *
     * @param stream the file; closed with this reader
     * @param source the file's name in messages
     * @param needed the columns, of which one must be present, in lower case; empty for no required column
     * @throws InputException if the header lacks all of them
     * @throws IOException    if reading fails
     */
    public CsvRows(InputStream stream, String source, List<String> needed) throws IOException {
        this(stream, source, needed, ',');
    }

    /**
     * Starts reading a file with another separator.
     *
     * @param stream    the file; closed with this reader
     * @param source    the file's name in messages
     * @param needed    the columns, of which one must be present, in lower case; empty for no required column
     * @param separator the character between two fields
     * @throws InputException if the header lacks all of them
     * @throws IOException    if reading fails
     */
    public CsvRows(InputStream stream, String source, List<String> needed, char separator) throws IOException {
        this.source = source;
        this.needed = needed;
        CsvRecordHandler bounds = CsvRecordHandler.builder().maxFieldSize(RowFormat.MAX_PER_ROW)
                .maxRecordSize(RowFormat.MAX_PER_ROW).build();
        records = CsvReader.builder().fieldSeparator(separator).extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE).skipEmptyLines(true)
                .allowUnclosedQuote(false).maxBufferSize(RowFormat.MAX_PER_ROW)
                .build(bounds, withoutByteOrderMark(stream)).iterator();
        try {
            header = readHeader();
        } catch (IOException | RuntimeException unusable) {
            records.close();
            throw unusable;
        }
    }

    private static Reader withoutByteOrderMark(InputStream stream) throws IOException {
        Reader text = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8.newDecoder()));
        text.mark(1);
        if (text.read() != '\uFEFF') {
            text.reset();
        }
        return text;
    }

    private List<String> readHeader() throws IOException {
        CsvRecord first = nextRecord();
        if (first == null) {
            return List.of();
        }
        List<String> names = first.getFields().stream().map(String::strip).toList();
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name.toLowerCase(Locale.ROOT))) {
                throw wrong(first, "the header names the column '" + name + "' twice; give each column its own name");
            }
        }
        if (!needed.isEmpty() && needed.stream().noneMatch(seen::contains)) {
            String others = needed.stream().skip(1).map(name -> "or '" + name + "'").collect(Collectors.joining(", "));
            throw wrong(first, "the header has no column '" + needed.getFirst() + "' (" + others + "), it has: "
                    + String.join(", ", names) + "; the first row must name the columns, separated by commas");
        }
        return names;
    }

    @Override
    public Optional<Row> next() throws IOException {
        CsvRecord csv = nextRecord();
        if (csv == null) {
            return Optional.empty();
        }
        if (csv.getFieldCount() != header.size()) {
            throw wrong(csv, "the row has " + csv.getFieldCount() + " fields where the header has " + header.size()
                    + "; put a field that holds a comma, a quote or a line break between double quotes");
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int column = 0; column < header.size(); column++) {
            String value = csv.getField(column);
            fields.put(header.get(column), value.isEmpty() ? null : value);
        }
        return Optional.of(new Row(csv.getStartingLineNumber(), fields));
    }

    /** Reads the next record that is no blank line; null after the last. */
    private @Nullable CsvRecord nextRecord() throws IOException {
        try {
            while (records.hasNext()) {
                CsvRecord csv = records.next();
                lastLine = csv.getStartingLineNumber();
                if (csv.getFieldCount() > 1 || !csv.getField(0).isBlank()) {
                    return csv;
                }
            }
            return null;
        } catch (CsvParseException wrong) {
            throw new InputException(source + ", after line " + lastLine + ": not CSV as it should be ("
                    + reason(wrong) + "); close every quote and double quotes inside quotes", wrong);
        } catch (UncheckedIOException failed) {
            if (failed.getCause() instanceof CharacterCodingException) {
                throw new InputException(
                        source + ", after line " + lastLine + ": the text is not UTF-8; save it as UTF-8",
                        failed);
            }
            throw failed.getCause();
        }
    }

    private static String reason(Throwable wrong) {
        Throwable cause = wrong.getCause() == null ? wrong : wrong.getCause();
        return String.valueOf(cause.getMessage());
    }

    private InputException wrong(CsvRecord csv, String problem) {
        return new InputException(source + ", line " + csv.getStartingLineNumber() + ": " + problem);
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
