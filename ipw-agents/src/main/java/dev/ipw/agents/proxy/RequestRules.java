package dev.ipw.agents.proxy;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The requests that programs may send to a model server, by method and path: those that call models, count tokens,
 * make embeddings and list models. Nothing else is sent with the user's key.
 */
final class RequestRules {
    private static final Set<String> POST = Set.of("POST");
    private static final Set<String> READING = Set.of("GET", "HEAD");
    /** A path of a server itself and not of its API. */
    private static final String TOKENIZE = "/tokenize";
    private static final String MODELS = "/models(?:/[^?#%\\\\]{1,300})?";
    private static final String GOOGLE_VERSION = "/v1(?:alpha|beta)";
    private static final List<Rule> RULES = List.of(
            new Rule(POST,
                    Pattern.compile("/(?:chat/completions|completions|embeddings|responses|responses/input_tokens"
                            + "|messages|messages/count_tokens|tokenize)")),
            new Rule(READING, Pattern.compile(MODELS)),
            new Rule(READING, Pattern.compile(GOOGLE_VERSION + "/models(?:/[^?#%\\\\:]{1,300})?")),
            new Rule(POST, Pattern.compile("(?:" + GOOGLE_VERSION + ")?/models/[^?#%\\\\]{1,300}"
                    + ":(?:generateContent|streamGenerateContent|countTokens|embedContent|batchEmbedContents)")));

    private RequestRules() {}

    private record Rule(Set<String> methods, Pattern path) {}

    /** Returns whether a request is passed on. */
    static boolean allow(ProgramRequest request) {
        return RULES.stream().anyMatch(rule -> rule.methods.contains(request.method())
                && rule.path.matcher(request.path()).matches());
    }

    /** Returns whether a request is for the server itself and not for its API. */
    static boolean isOfServer(ProgramRequest request) {
        return request.path().equals(TOKENIZE);
    }
}
