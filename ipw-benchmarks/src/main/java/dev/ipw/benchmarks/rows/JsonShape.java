package dev.ipw.benchmarks.rows;

import com.fasterxml.jackson.core.JsonToken;
import dev.ipw.error.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The arrangement of the rows in a JSON file, found in one pass over the file. */
sealed interface JsonShape {
    /**
     * The maximum number of columns, above that of any table; each column is read by its own simultaneous pass through
     * the file.
     */
    int MAX_COLUMNS = 256;

    /** A file that is a list of rows. */
    record Elements() implements JsonShape {}

    /**
     * A file that is an object with one field that is the list of rows.
     *
     * @param field its name
     */
    record Field(String field) implements JsonShape {}

    /**
     * A file that is an object of equally long lists, one for each column.
     *
     * @param names the columns
     */
    record Columns(List<String> names) implements JsonShape {}

    /** A file with one row, or with one row after the other. */
    record Documents() implements JsonShape {}

    /**
     * Finds the shape.
     *
     * @param reader a reader at the start of the file
     * @throws InputException if the file is torn, or has another shape
     */
    static JsonShape of(JsonReader reader) throws IOException {
        JsonToken first = reader.nextOrEnd();
        if (first == JsonToken.START_ARRAY) {
            return new Elements();
        }
        if (first != JsonToken.START_OBJECT) {
            throw new InputException("the file " + (first == null ? "is empty" : "holds a single value")
                    + "; write a list of objects, or one object on each line");
        }
        Fields fields = Fields.of(reader);
        if (reader.nextOrEnd() != null) {
            return new Documents();
        }
        return fields.shape();
    }

    /**
     * The fields of an object, as far as they determine the shape.
     *
     * @param count   their number
     * @param lists   the names of the lists
     * @param objects the names of those lists that start with an object
     */
    record Fields(int count, List<String> lists, List<String> objects) {
        static Fields of(JsonReader reader) throws IOException {
            int count = 0;
            List<String> lists = new ArrayList<>();
            List<String> objects = new ArrayList<>();
            while (reader.next() == JsonToken.FIELD_NAME) {
                String name = reader.name();
                count++;
                if (reader.next() != JsonToken.START_ARRAY) {
                    reader.skip();
                    continue;
                }
                if (lists.size() <= MAX_COLUMNS) {
                    lists.add(name);
                }
                JsonToken element = reader.next();
                if (element == JsonToken.START_OBJECT && objects.size() <= 1) {
                    objects.add(name);
                }
                while (element != JsonToken.END_ARRAY) {
                    reader.skip();
                    element = reader.next();
                }
            }
            return new Fields(count, lists, objects);
        }

        JsonShape shape() {
            if (objects.size() == 1 && (lists.size() == 1 || lists.size() < count)) {
                return new Field(objects.getFirst());
            }
            if (count == 0 || (lists.size() < count && lists.size() <= MAX_COLUMNS)) {
                return new Documents();
            }
            if (lists.size() > MAX_COLUMNS) {
                throw new InputException("the file has more than " + MAX_COLUMNS
                        + " lists beside each other; write a list of objects, or one object on each line");
            }
            return new Columns(List.copyOf(lists));
        }
    }
}
