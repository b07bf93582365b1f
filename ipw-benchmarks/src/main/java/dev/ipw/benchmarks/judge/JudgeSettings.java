package dev.ipw.benchmarks.judge;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import dev.ipw.plugin.Parameters;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The models that judge, and the settings of their requests.
 *
 * @param client      the id of their client
 * @param models      the models, at least one
 * @param baseUrl     their server; empty for the client's own
 * @param repeats     the number of times that each is asked
 * @param temperature their sampling temperature; empty for the server's own
 * @param maxTokens   the maximum tokens of a reply
 * @param isCached    whether judgements of earlier runs are used
 * @param isSelf      whether the model under test may judge itself
 */
record JudgeSettings(String client, List<String> models, Optional<URI> baseUrl, int repeats, OptionalDouble temperature,
        int maxTokens, boolean isCached, boolean isSelf) {
    private static final String SERVERS_OWN = "default";
    private static final String DEFAULT_CLIENT = "openai";
    private static final int DEFAULT_MAX_TOKENS = 4096;
    private static final int MAX_REPEATS = 100;

    static JudgeSettings of(String evaluator, Parameters parameters) {
        List<String> models = parameters.text("judge_model").map(text -> Stream.of(text.split(",")).map(String::strip)
                .filter(name -> !name.isEmpty()).toList()).orElse(List.of());
        String client = parameters.text("judge_client").orElse(DEFAULT_CLIENT);
        if (models.isEmpty()) {
            throw new ConfigurationException("The evaluator " + evaluator + " needs a model that judges: give "
                    + Setting.JUDGE
                    + " for a server of your own. The key is read from IPW_EVAL_API_KEY or OPENAI_API_KEY");
        }
        return new JudgeSettings(client, models, parameters.text("judge_base_url").map(JudgeSettings::address),
                whole(parameters, "judge_repeats", 1, MAX_REPEATS),
                temperature(parameters),
                whole(parameters, "judge_max_tokens", DEFAULT_MAX_TOKENS, 1_000_000),
                parameters.flag("judge_cache").orElse(true), parameters.flag("judge_self").orElse(false));
    }

    /** Reads the temperature; some models refuse any but their default. */
    private static OptionalDouble temperature(Parameters parameters) {
        return parameters.text("judge_temperature").filter(SERVERS_OWN::equals).isPresent()
                ? OptionalDouble.empty()
                : OptionalDouble.of(parameters.number("judge_temperature").orElse(0));
    }

    private static int whole(Parameters parameters, String key, int usual, int most) {
        int value = parameters.integer(key).orElse(usual);
        if (value < 1 || value > most) {
            throw new ConfigurationException("The parameter " + key + " must be from 1 to " + most + ", not " + value);
        }
        return value;
    }

    private static URI address(String text) {
        try {
            URI address = new URI(ServerAddress.withScheme(text));
            if (address.getScheme() == null || address.getHost() == null) {
                throw new URISyntaxException(text, "No scheme or no host");
            }
            return address;
        } catch (URISyntaxException noAddress) {
            throw wrongAddress(noAddress);
        }
    }

    private static ConfigurationException wrongAddress(Exception cause) {
        return new ConfigurationException(
                Setting.JUDGE_BASE_URL + " must be an address such as http://127.0.0.1:8000/v1", cause);
    }
}
