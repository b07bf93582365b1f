package dev.ipw.examples.embedded;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The content of a safetensors file: free metadata, and the place of each tensor.
 *
 * @param metadata the strings under {@code __metadata__}, empty if there are none
 * @param tensors  each tensor by name, in file order
 */
record SafetensorsHeader(Map<String, String> metadata, Map<String, Entry> tensors) {

    private static final String METADATA = "__metadata__";

    SafetensorsHeader {
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
    }

    /**
     * The place of one tensor.
     *
     * @param elementType the element type as the format spells it, for example {@code F16}
     * @param shape       the length of each dimension, outermost first
     * @param begin       the first byte, counted from the end of the header
     * @param end         the byte after the last, counted likewise
     */
    record Entry(String elementType, List<Long> shape, long begin, long end) {

        Entry {
            shape = List.copyOf(shape);
        }
    }

    /**
     * Reads the header's JSON text, which may be padded with blanks at its end.
     *
     * @throws SafetensorsException if the text is not the header of a safetensors file
     */
    static SafetensorsHeader parse(String source, String json) {
        HeaderCursor cursor = new HeaderCursor(source, json);
        Map<String, String> metadata = new LinkedHashMap<>();
        Map<String, Entry> tensors = new LinkedHashMap<>();
        cursor.members(name -> {
            if (name.equals(METADATA)) {
                cursor.members(key -> metadata.put(key, cursor.string()));
            } else {
                tensors.put(name, entry(cursor, name));
            }
        });
        cursor.expectEnd();
        return new SafetensorsHeader(metadata, tensors);
    }

    private static Entry entry(HeaderCursor cursor, String name) {
        Map<String, String> types = new LinkedHashMap<>();
        Map<String, List<Long>> numbers = new LinkedHashMap<>();
        cursor.members(key -> {
            switch (key) {
                case "dtype" -> types.put(key, cursor.string());
                case "shape", "data_offsets" -> numbers.put(key, cursor.integers());
                default -> throw cursor.problem("tensor " + name + " has an unknown field \"" + key + "\"");
            }
        });
        String type = types.get("dtype");
        List<Long> shape = numbers.get("shape");
        List<Long> offsets = numbers.get("data_offsets");
        if (type == null || shape == null || offsets == null || offsets.size() != 2) {
            throw cursor.problem("tensor " + name + " lacks its dtype, its shape or its two data_offsets");
        }
        return new Entry(type, shape, offsets.get(0), offsets.get(1));
    }
}
