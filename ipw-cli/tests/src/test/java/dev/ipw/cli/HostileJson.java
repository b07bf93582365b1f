package dev.ipw.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Changes one value of a JSON document into one that a careful writer would never write.
 *
 * @param tree the document with the change
 * @param path where the change is, as a JSON pointer
 * @param change what was done
 */
record HostileJson(JsonNode tree, String path, String change) {
    /** Half of a pair of surrogates can be written as an escape only. */
    private static final JsonMapper MAPPER = JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Draw a change of one value somewhere in a document; the document given stays as it is. */
    static HostileJson of(JsonNode document, SplittableRandom random) {
        JsonNode tree = document.deepCopy();
        List<Place> places = new ArrayList<>();
        collect(tree, "", places);
        if (places.isEmpty()) {
            return new HostileJson(value(random, tree), "", "replaced whole");
        }
        Place place = places.get(random.nextInt(places.size()));
        return new HostileJson(tree, place.path(), place.change(random));
    }

    /** Return the document as text in which every character can be written as UTF-8. */
    String text() {
        try {
            return MAPPER.writeValueAsString(tree);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static void collect(JsonNode node, String path, List<Place> places) {
        if (node instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                String below = path + "/" + field.getKey();
                places.add(new Place(below, object, field.getKey(), -1));
                collect(field.getValue(), below, places);
            }
        } else if (node instanceof ArrayNode array) {
            for (int index = 0; index < array.size(); index++) {
                places.add(new Place(path + "/" + index, array, "", index));
                collect(array.get(index), path + "/" + index, places);
            }
        }
    }

    private record Place(String path, JsonNode parent, String key, int index) {
        String change(SplittableRandom random) {
            boolean removes = random.nextInt(8) == 0;
            if (parent instanceof ObjectNode object) {
                if (removes) {
                    object.remove(key);
                    return "removed";
                }
                JsonNode value = value(random, object.get(key));
                object.set(key, value);
                return shortened(value);
            }
            ArrayNode array = (ArrayNode) parent;
            if (removes) {
                array.remove(index);
                return "removed";
            }
            JsonNode value = value(random, array.get(index));
            array.set(index, value);
            return shortened(value);
        }
    }

    private static String shortened(JsonNode value) {
        String text = value.toString();
        return text.length() > 80 ? text.substring(0, 80) + "... (" + text.length() + " characters)" : text;
    }

    private static JsonNode value(SplittableRandom random, JsonNode before) {
        return switch (random.nextInt(22)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.numberNode(Long.MAX_VALUE);
            case 2 -> NODES.numberNode(Long.MIN_VALUE);
            case 3 -> NODES.numberNode(-1);
            case 4 -> NODES.numberNode(0);
            case 5 -> NODES.numberNode(new BigDecimal("1e308"));
            case 6 -> NODES.numberNode(new BigDecimal("-1e308"));
            case 7 -> NODES.numberNode(new BigDecimal("1e400"));
            case 8 -> NODES.numberNode(new BigInteger("9".repeat(40)));
            case 9 -> NODES.numberNode(0.5);
            case 10 -> NODES.numberNode(random.nextInt());
            case 11 -> NODES.textNode("");
            case 12 -> NODES.textNode("NaN");
            case 13 -> NODES.textNode("\u001b[2J\u009b31m\u202e../../etc\u0000");
            case 14 -> NODES.textNode("x".repeat(1 << random.nextInt(18)));
            case 15 -> NODES.booleanNode(random.nextBoolean());
            case 16 -> NODES.arrayNode();
            case 17 -> NODES.objectNode();
            case 18 -> nested(random.nextInt(900));
            case 19 -> NODES.arrayNode().add(before.deepCopy()).add(before.deepCopy());
            case 20 -> before.isNumber()
                    ? NODES.numberNode(before.asDouble() * (random.nextDouble() * 4 - 2))
                    : NODES.textNode(before.asText() + "x");
            default -> NODES.textNode("\ud83d");
        };
    }

    private static JsonNode nested(int depth) {
        JsonNode node = NODES.numberNode(1);
        for (int level = 0; level < depth; level++) {
            node = NODES.arrayNode().add(node);
        }
        return node;
    }
}
