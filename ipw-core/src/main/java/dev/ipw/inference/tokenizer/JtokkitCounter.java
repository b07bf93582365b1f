package dev.ipw.inference.tokenizer;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import dev.ipw.inference.TokenCounter;
import java.util.Optional;

/** A count with one of OpenAI's encodings. All access to the optional library is in here. */
record JtokkitCounter(Encoding encoding) implements TokenCounter {
    private static final EncodingRegistry REGISTRY = Encodings.newLazyEncodingRegistry();

    static Optional<TokenCounter> find(String name) {
        Optional<Encoding> known = REGISTRY.getEncoding(name).or(() -> REGISTRY.getEncodingForModel(name));
        return known.map(JtokkitCounter::new);
    }

    @Override
    public String name() {
        return encoding.getName();
    }

    @Override
    public int count(String text) {
        return encoding.countTokensOrdinary(text);
    }
}
