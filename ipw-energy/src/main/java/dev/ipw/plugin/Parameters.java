package dev.ipw.plugin;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.DurationText;
import dev.ipw.internal.names.NearestNames;
import dev.ipw.internal.secret.SecretRedactor;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.apiguardian.api.API;

/**
 * The {@code key=value} parameters of one plugin, read with their types. Every key that is read counts as known;
 * {@link #rejectUnknown()} refuses the others, so that a mistyped key is never ignored.
 */
@API(status = API.Status.STABLE)
public final class Parameters {
    private final String owner;
    private final Map<String, String> values;
    private final Set<String> known = new LinkedHashSet<>();

    private Parameters(String owner, Map<String, String> values) {
        this.owner = owner;
        this.values = values;
    }

    /**
     * Wraps the given parameters.
     *
     * @param owner  the owner, for messages: {@code "client openai"}
     * @param values the parameters; copied
     * @return the parameters
     */
    public static Parameters of(String owner, Map<String, String> values) {
        return new Parameters(owner, new LinkedHashMap<>(values));
    }

    /**
     * Creates empty parameters.
     *
     * @param owner the owner, for messages
     * @return empty parameters
     */
    public static Parameters none(String owner) {
        return of(owner, Map.of());
    }

    /**
     * Reads a text.
     *
     * @param key the parameter
     * @return its value; empty if it was not given
     */
    public Optional<String> text(String key) {
        known.add(key);
        Optional<String> value = Optional.ofNullable(values.get(key));
        value.ifPresent(text -> SecretRedactor.learn(key, text));
        return value;
    }

    /**
     * Reads all parameters whose key starts with a prefix.
     *
     * @param prefix for example {@code "body."}
     * @return the values by key, without the prefix
     */
    public Map<String, String> withPrefix(String prefix) {
        Map<String, String> found = new LinkedHashMap<>();
        known.add(prefix + "NAME");
        values.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                known.add(key);
                found.put(key.substring(prefix.length()), value);
            }
        });
        return found;
    }

    /**
     * Reads a whole number.
     *
     * @param key the parameter
     * @return its value; empty if it was not given
     * @throws ConfigurationException if it is not a whole number
     */
    public OptionalInt integer(String key) {
        OptionalLong value = wholeNumber(key);
        if (value.isEmpty()) {
            return OptionalInt.empty();
        }
        if (value.getAsLong() != (int) value.getAsLong()) {
            throw wrong(key, "a whole number of at most 2147483647");
        }
        return OptionalInt.of((int) value.getAsLong());
    }

    /**
     * Reads a whole number of 64 bits.
     *
     * @param key the parameter
     * @return its value; empty if it was not given
     * @throws ConfigurationException if it is not a whole number
     */
    public OptionalLong wholeNumber(String key) {
        Optional<String> given = text(key);
        try {
            return given.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(given.get().strip()));
        } catch (NumberFormatException notANumber) {
            throw wrong(key, "a whole number", notANumber);
        }
    }

    /**
     * Reads a number.
     *
     * @param key the parameter
     * @return its value; empty if it was not given
     * @throws ConfigurationException if it is not a finite number
     */
    public OptionalDouble number(String key) {
        Optional<String> given = text(key);
        if (given.isEmpty()) {
            return OptionalDouble.empty();
        }
        try {
            double value = Double.parseDouble(given.get().strip());
            if (!Double.isFinite(value)) {
                throw wrong(key, "a finite number");
            }
            return OptionalDouble.of(value);
        } catch (NumberFormatException notANumber) {
            throw wrong(key, "a number", notANumber);
        }
    }

    /**
     * Reads a truth value.
     *
     * @param key the parameter
     * @return true or false; empty if it was not given
     * @throws ConfigurationException if it is neither {@code true} nor {@code false}
     */
    public Optional<Boolean> flag(String key) {
        return text(key).map(value -> switch (value.strip()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(key, "true or false");
        });
    }

    /**
     * Reads a duration: a bare number is seconds, or it ends in ms, s, m or h.
     *
     * @param key the parameter
     * @return its value; empty if it was not given
     * @throws ConfigurationException if it is not a duration
     */
    public Optional<Duration> duration(String key) {
        Optional<Duration> duration = duration(key, "a duration such as 500ms, 30s or 2m");
        if (duration.isPresent() && text(key).orElseThrow().strip().startsWith("-")) {
            throw wrong(key, "a duration such as 500ms, 30s or 2m");
        }
        return duration;
    }

    /**
     * Reads a duration that may be negative.
     *
     * @param key the parameter
     * @return its value; empty if it was not given
     * @throws ConfigurationException if it is not a duration
     */
    public Optional<Duration> signedDuration(String key) {
        return duration(key, "a duration such as 500ms, 30s or -2m");
    }

    private Optional<Duration> duration(String key, String expected) {
        return text(key).map(value -> DurationText.parse(value).orElseThrow(() -> wrong(key, expected)));
    }

    /**
     * Refuses keys that were not read.
     *
     * @throws ConfigurationException if there is one; the message lists the known keys
     */
    public void rejectUnknown() {
        for (String key : values.keySet()) {
            if (!known.contains(key)) {
                String nearest = NearestNames.of(key, known);
                String hint = nearest.isEmpty() ? "" : " Did you mean " + nearest + "?";
                String understood = known.isEmpty() ? "it takes none" : "it takes " + String.join(", ", known);
                throw new ConfigurationException(
                        "Unknown parameter '" + key + "' for " + owner + "." + hint + " (" + understood + ")");
            }
        }
    }

    /**
     * Returns all parameters as they were given, secrets included.
     *
     * @return an immutable copy
     */
    public Map<String, String> asMap() {
        return Map.copyOf(values);
    }

    private ConfigurationException wrong(String key, String expected) {
        return new ConfigurationException(
                "Parameter '" + key + "' of " + owner + " must be " + expected + ", not '" + values.get(key) + "'");
    }

    private ConfigurationException wrong(String key, String expected, Throwable cause) {
        ConfigurationException exception = wrong(key, expected);
        exception.initCause(cause);
        return exception;
    }
}
