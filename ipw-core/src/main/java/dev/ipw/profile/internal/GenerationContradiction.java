package dev.ipw.profile.internal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.internal.json.Json;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The check for an option of the generation that a parameter of the client also sets. The parameter would win
 * unnoticed.
 */
public final class GenerationContradiction {
    private static final String BODY_PREFIX = "body.";

    private GenerationContradiction() {}

    /**
     * Throws if a parameter contradicts an option.
     *
     * @param asked      the options of the generation
     * @param parameters the client's parameters
     * @throws ConfigurationException if a parameter contradicts an option
     */
    public static void refuse(GenerationOptions asked, Map<String, String> parameters) {
        writtenValues(asked).forEach((setting, values) -> {
            String name = setting.name().toLowerCase(Locale.ROOT);
            for (String key : List.of(name, BODY_PREFIX + name)) {
                String other = parameters.get(key);
                if (other != null && values.stream().noneMatch(value -> isSame(value, other))) {
                    throw new ConfigurationException(
                            Setting.CONTRADICTING_PARAMETER.of(key + "=" + other) + " " + setting
                                    + " " + values.getFirst() + ", and would win over it. Leave one of the two out");
                }
            }
        });
    }

    /** Returns each option that was set, with the ways in which a parameter may write its value. */
    private static Map<Setting, List<String>> writtenValues(GenerationOptions asked) {
        Map<Setting, List<String>> written = new EnumMap<>(Setting.class);
        put(written, Setting.TEMPERATURE, asked.temperature());
        put(written, Setting.TOP_P, asked.topP());
        asked.maxTokens().ifPresent(value -> written.put(Setting.MAX_TOKENS, List.of(String.valueOf(value))));
        asked.seed().ifPresent(value -> written.put(Setting.SEED, List.of(String.valueOf(value))));
        if (!asked.stop().isEmpty()) {
            String list = Json.write(Json.fromPlain(asked.stop()));
            written.put(Setting.STOP,
                    asked.stop().size() == 1 ? List.of(asked.stop().getFirst(), list) : List.of(list));
        }
        return written;
    }

    private static void put(Map<Setting, List<String>> written, Setting setting, OptionalDouble value) {
        value.ifPresent(known -> written.put(setting, List.of(String.valueOf(known))));
    }

    private static boolean isSame(String value, String other) {
        return value.equals(other) || isSameNumber(value, other);
    }

    private static boolean isSameNumber(String value, String other) {
        try {
            return new BigDecimal(value).compareTo(new BigDecimal(other.strip())) == 0;
        } catch (NumberFormatException noNumber) {
            return false;
        }
    }
}
