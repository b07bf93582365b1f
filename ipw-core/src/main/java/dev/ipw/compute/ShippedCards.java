package dev.ipw.compute;

import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** The sizes of a few well-known models, counted from their published configurations. */
final class ShippedCards {
    private static final String RESOURCE = "models.json";

    private ShippedCards() {}

    static Optional<ModelCard> find(String name) {
        return read().children("models").stream().filter(one -> one.texts("names").contains(name)).findFirst()
                .map(one -> ConfigCard.of("the shipped models", name,
                        "shipped list, " + one.texts("names").getFirst(), one.child("config")))
                .map(ShippedCards::withoutWeights);
    }

    static TreeReader read() {
        try (InputStream in = Objects.requireNonNull(ShippedCards.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return TreeReader.ofJson("the shipped models", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new InputException("The shipped models cannot be read: " + unreadable.getMessage()
                    + ". The jar is damaged; get it again", unreadable);
        }
    }

    private static ModelCard withoutWeights(ModelCard card) {
        return new ModelCard(card.name(), card.source(), card.parameters(), card.shape(), card.attention(),
                Optional.empty(), OptionalLong.empty());
    }
}
