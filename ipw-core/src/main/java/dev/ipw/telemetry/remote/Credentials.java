package dev.ipw.telemetry.remote;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.secret.SecretRedactor;
import dev.ipw.internal.wire.HeaderRules;
import dev.ipw.telemetry.TelemetryEnvironment;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The header fields that show another machine who asks. A selection of sensors is kept with a run, so it names the
 * environment variables that hold the secrets: {@code bearer=VARIABLE}, {@code basic=VARIABLE} with user and password
 * joined by a colon, {@code header=NAME:VARIABLE}.
 *
 * @param headers the fields by name
 */
record Credentials(Map<String, String> headers) {
    static final Credentials NONE = new Credentials(Map.of());
    private static final String AUTHORIZATION = "Authorization";

    Credentials {
        headers = Map.copyOf(headers);
    }

    static Credentials of(TelemetryEnvironment environment) {
        Map<String, String> headers = new LinkedHashMap<>();
        environment.parameters().text("bearer").ifPresent(
                variable -> put(AUTHORIZATION, "Bearer " + secret("bearer", variable, environment), headers));
        environment.parameters().text("basic").ifPresent(variable -> {
            String pair = secret("basic", variable, environment);
            if (pair.indexOf(':') < 1) {
                throw new ConfigurationException("The environment variable " + variable
                        + ", which basic= names, must hold a user and a password joined by a colon");
            }
            put(AUTHORIZATION, "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)),
                    headers);
        });
        environment.parameters().text("header").ifPresent(text -> {
            int colon = text.indexOf(':');
            if (colon < 1) {
                throw new ConfigurationException("The parameter header= must name a header field and the environment"
                        + " variable with its value, as in header=X-Scope-OrgID:TENANT");
            }
            put(text.substring(0, colon).strip(), secret("header", text.substring(colon + 1), environment), headers);
        });
        return new Credentials(headers);
    }

    private static void put(String name, String value, Map<String, String> headers) {
        if (headers.containsKey(name)) {
            throw new ConfigurationException("The header field " + name
                    + " is given twice; keep one of bearer=, basic= and header=");
        }
        SecretRedactor.learnHeader(name, value);
        headers.put(name, value);
        try {
            HeaderRules.requireHarmless(headers);
        } catch (IllegalArgumentException unusable) {
            throw new ConfigurationException("Cannot use the credentials of the collector: " + unusable.getMessage());
        }
    }

    private static String secret(String parameter, String variable, TelemetryEnvironment environment) {
        String name = variable.strip();
        return Optional.ofNullable(environment.variables().get(name)).map(String::strip)
                .filter(value -> !value.isEmpty())
                .orElseThrow(() -> new ConfigurationException("The environment variable "
                        + (name.matches("[A-Za-z_][A-Za-z0-9_]{0,63}") ? name : "")
                        + " that " + parameter + "= names is not set. Name a variable that holds the secret: a secret"
                        + " itself would be kept with the run"));
    }
}
