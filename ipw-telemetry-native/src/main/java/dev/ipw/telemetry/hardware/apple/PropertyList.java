package dev.ipw.telemetry.hardware.apple;

import java.io.ByteArrayInputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The numbers and texts of one property list, by their keys from the outside in: {@code processor.cpu_energy}. Arrays
 * are skipped. Its DOCTYPE is not followed, and entities of its own are not replaced.
 */
final class PropertyList {
    private static final int MAX_LEVELS = 20;
    private static final XMLInputFactory PARSERS = parsers();

    private final Map<String, String> values = new HashMap<>();

    private PropertyList() {}

    private static XMLInputFactory parsers() {
        XMLInputFactory parsers = XMLInputFactory.newDefaultFactory();
        parsers.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        parsers.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        parsers.setProperty(XMLInputFactory.IS_COALESCING, true);
        return parsers;
    }

    /**
     * Reads a list.
     *
     * @throws XMLStreamException if it is not a property list
     */
    static PropertyList parse(byte[] xml, int length) throws XMLStreamException {
        XMLStreamReader reader = PARSERS.createXMLStreamReader(new ByteArrayInputStream(xml, 0, length));
        try {
            PropertyList list = new PropertyList();
            while (reader.next() != XMLStreamConstants.START_ELEMENT) {
                // Content before the first element has no meaning.
            }
            if (!reader.getLocalName().equals("plist") || reader.nextTag() != XMLStreamConstants.START_ELEMENT
                    || !reader.getLocalName().equals("dict")) {
                throw new XMLStreamException("not a property list that holds a dictionary", reader.getLocation());
            }
            list.readDictionary(reader, "", 1);
            return list;
        } finally {
            reader.close();
        }
    }

    private void readDictionary(XMLStreamReader reader, String prefix, int level) throws XMLStreamException {
        if (level > MAX_LEVELS) {
            throw new XMLStreamException("a property list with more than " + MAX_LEVELS + " levels",
                    reader.getLocation());
        }
        String key = "";
        while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
            switch (reader.getLocalName()) {
                case "key" -> key = prefix + reader.getElementText();
                case "dict" -> readDictionary(reader, key + ".", level + 1);
                case "integer", "real", "string" -> values.put(key, reader.getElementText());
                default -> skip(reader);
            }
        }
    }

    private static void skip(XMLStreamReader reader) throws XMLStreamException {
        int open = 1;
        while (open > 0) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                open++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                open--;
            }
        }
    }

    /** Returns a text; empty if the key is missing. */
    Optional<String> text(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /** Returns a number that is not negative; empty if the key is missing or its value is not such a number. */
    OptionalDouble number(String key) {
        String text = values.get(key);
        if (text == null) {
            return OptionalDouble.empty();
        }
        try {
            double number = Double.parseDouble(text.strip());
            return Double.isFinite(number) && number >= 0 ? OptionalDouble.of(number) : OptionalDouble.empty();
        } catch (NumberFormatException noNumber) {
            return OptionalDouble.empty();
        }
    }
}
