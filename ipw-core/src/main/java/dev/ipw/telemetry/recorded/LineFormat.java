package dev.ipw.telemetry.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import dev.ipw.error.InputException;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The format of a text: it splits a line into fields by the names of their columns. */
interface LineFormat {
    /**
     * Reads a line.
     *
     * @return its fields; empty if it is a header, a comment or blank
     * @throws InputException if it does not fit its format; the caller adds the place
     */
    Map<String, String> fields(String line);

    /**
     * Recognises a format by the first line that is not blank.
     *
     * @throws InputException if that is not a line of a recording
     */
    static LineFormat of(String firstLine) {
        if (firstLine.indexOf('\0') >= 0 || firstLine.startsWith("\uFFFD")) {
            throw new InputException("the text is not UTF-8 (PowerShell writes UTF-16); save it as UTF-8");
        }
        if (firstLine.strip().startsWith("{")) {
            return new JsonLines();
        }
        Matcher entities = EntityTable.HEADER.matcher(firstLine);
        return entities.matches() ? new EntityTable(entities) : new SeparatedValues(firstLine);
    }

    /** The format JSON Lines: one object a line. */
    final class JsonLines implements LineFormat {
        @Override
        public Map<String, String> fields(String line) {
            if (line.isBlank()) {
                return Map.of();
            }
            JsonNode object;
            try {
                object = Json.parse(line);
            } catch (JsonSyntaxException torn) {
                throw new InputException("not JSON from column " + torn.column()
                        + " on; write one whole object {...} on each line", torn);
            }
            if (!object.isObject()) {
                throw new InputException("a JSON value that is no object; write one object {...} on each line");
            }
            Map<String, String> fields = new LinkedHashMap<>();
            object.properties().forEach(field -> {
                if (!field.getValue().isNull()) {
                    fields.put(field.getKey(),
                            field.getValue().isTextual() ? field.getValue().textValue() : field.getValue().toString());
                }
            });
            return fields;
        }
    }

    /** The format of values separated by commas, semicolons or tabs, after a header with their names. */
    final class SeparatedValues implements LineFormat {
        private static final char[] SEPARATORS = {',', ';', '\t'};
        private static final Pattern DECIMAL_COMMA = Pattern.compile("[-+]?\\d+,\\d+");

        private final String headerLine;
        private final char separator;
        private final List<String> header;

        SeparatedValues(String headerLine) {
            this.headerLine = headerLine;
            separator = separator(headerLine);
            header = values(headerLine);
        }

        private static char separator(String line) {
            char most = SEPARATORS[0];
            for (char candidate : SEPARATORS) {
                if (count(line, candidate) > count(line, most)) {
                    most = candidate;
                }
            }
            return most;
        }

        private static long count(String line, char wanted) {
            return line.chars().filter(one -> one == wanted).count();
        }

        @Override
        public Map<String, String> fields(String line) {
            // A logger that was restarted with the same file writes its header again.
            if (line.isBlank() || line.startsWith("#") || line.equals(headerLine)) {
                return Map.of();
            }
            List<String> values = values(line);
            if (values.size() != header.size()) {
                throw new InputException("the row has " + values.size() + " fields where the header has "
                        + header.size());
            }
            Map<String, String> fields = new LinkedHashMap<>();
            for (int i = 0; i < values.size(); i++) {
                fields.put(header.get(i), values.get(i));
            }
            return fields;
        }

        private List<String> values(String line) {
            try {
                List<String> values = new ArrayList<>();
                for (String value : CsvReader.builder().fieldSeparator(separator).ofSingleCsvRecord(line).getFields()) {
                    boolean decimalComma = separator != ',' && DECIMAL_COMMA.matcher(value.strip()).matches();
                    values.add(decimalComma ? value.strip().replace(',', '.') : value.strip());
                }
                return values;
            } catch (CsvParseException wrong) {
                throw new InputException("not CSV as it should be; close every quote", wrong);
            }
        }
    }

    /**
     * The format of the table that {@code dcgmi dmon} prints, with a time before each line:
     * {@code dcgmi dmon ... | ts %.s}.
     */
    final class EntityTable implements LineFormat {
        static final Pattern HEADER = Pattern.compile("\\s*(\\S+)?\\s*#\\s*Entity\\s+(\\S.*)");
        private static final Pattern LINE = Pattern.compile("\\s*(\\S+)\\s+(GPU\\s+\\d+)\\s+(\\S.*)");
        private static final Pattern BLANK = Pattern.compile("\\s+");

        private final List<String> names;

        EntityTable(Matcher header) {
            if (header.group(1) == null) {
                throw new InputException("dcgmi writes no times. Record it with a time before each line: "
                        + "dcgmi dmon -e 155,156 -d 1000 | ts %.s");
            }
            names = List.of(BLANK.split(header.group(2).strip()));
        }

        @Override
        public Map<String, String> fields(String line) {
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                return Map.of();
            }
            String[] values = BLANK.split(matcher.group(3).strip());
            if (values.length != names.size()) {
                throw new InputException("the row has " + values.length + " values where the header has "
                        + names.size());
            }
            Map<String, String> fields = new LinkedHashMap<>();
            fields.put("epoch", matcher.group(1));
            fields.put("device", BLANK.matcher(matcher.group(2)).replaceAll("").toLowerCase(Locale.ROOT));
            for (int i = 0; i < values.length; i++) {
                fields.put(names.get(i), values[i]);
            }
            return fields;
        }
    }
}
