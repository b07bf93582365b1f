package dev.ipw.inference.tokenizer;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.TokenCounter;
import dev.ipw.inference.TokenCounterProvider;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The provider of OpenAI's encodings, by their names or those of OpenAI's models, through the library jtokkit, which is
 * an optional dependency. For models of others they are an approximation.
 */
public final class JtokkitProvider implements TokenCounterProvider {
    private static final String LIBRARY = "com.knuddels:jtokkit:1.1.0";
    /** The names for which the library is asked; without it, its own list is unknown. */
    private static final Pattern OPENAI = Pattern.compile("\\w+_(base|edit)|gpt-.*|o\\d.*|text-.*|davinci.*");

    @Override
    public String id() {
        return "jtokkit";
    }

    @Override
    public String description() {
        return "OpenAI's encodings by name or by model, with " + LIBRARY + " on the class path";
    }

    @Override
    public Optional<TokenCounter> find(String name) {
        if (!OPENAI.matcher(name).matches()) {
            return Optional.empty();
        }
        try {
            return JtokkitCounter.find(name);
        } catch (NoClassDefFoundError missing) {
            throw new ConfigurationException("The tokenizer '" + name + "' needs the library " + LIBRARY
                    + ", which is not there: add it to the class path or to your build's dependencies", missing);
        }
    }

    @Override
    public String examples() {
        return "o200k_base, cl100k_base, gpt-4o";
    }

    /** A count with one of OpenAI's encodings. All access to the optional library is in here. */
    private record JtokkitCounter(Encoding encoding) implements TokenCounter {
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
}
