package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * The way in which a kind of server lists its models.
 *
 * @param kind             the kind of server, for example {@code an OpenAI-compatible server}
 * @param addressAdvice    advice if the server is of another kind
 * @param path             where the list is
 * @param listField        the field that holds the list
 * @param nameField        the field of a model with its name
 * @param means            whether a given model's name means a name of the list
 * @param loneTakesAnyName whether a server that lists one model may answer to any name
 * @param remedy           advice if the model is not listed; {@code %s} is replaced by its name
 */
public record ModelListing(String kind, String addressAdvice, String path, String listField, String nameField,
        BiPredicate<String, String> means, boolean loneTakesAnyName, String remedy) {

    /** Reads the names in a list. */
    List<String> names(JsonNode list) {
        List<String> names = new ArrayList<>();
        list.path(listField).forEach(model -> {
            if (model.path(nameField).isTextual()) {
                names.add(model.path(nameField).textValue());
            }
        });
        return names;
    }

    /** Returns whether the server lists models at all. */
    boolean isList(JsonNode list) {
        return list.path(listField).isArray();
    }
}
