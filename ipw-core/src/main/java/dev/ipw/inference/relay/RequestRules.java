package dev.ipw.inference.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The requests that clients may send to a model server, by method and path. Nothing else is passed on.
 */
public final class RequestRules {
    private static final Set<String> POST = Set.of("POST");
    private static final Set<String> READING = Set.of("GET", "HEAD");
    /** A path of a server itself and not of its API. */
    private static final String TOKENIZE = "/tokenize";
    private static final String MODELS = "/models(?:/[^?#%\\\\]{1,300})?";
    private static final String GOOGLE_VERSION = "/v1(?:alpha|beta)";
    /** The requests that call models, count tokens, make embeddings and list models. */
    public static final RequestRules MODEL_APIS = new RequestRules(List.of(
            new Rule(POST,
                    Pattern.compile("/(?:chat/completions|completions|embeddings|responses|responses/input_tokens"
                            + "|messages|messages/count_tokens|tokenize)")),
            new Rule(READING, Pattern.compile(MODELS)),
            new Rule(READING, Pattern.compile(GOOGLE_VERSION + "/models(?:/[^?#%\\\\:]{1,300})?")),
            new Rule(POST, Pattern.compile("(?:" + GOOGLE_VERSION + ")?/models/[^?#%\\\\]{1,300}"
                    + ":(?:generateContent|streamGenerateContent|countTokens|embedContent|batchEmbedContents)"))));

    private final List<Rule> rules;

    private RequestRules(List<Rule> rules) {
        this.rules = rules;
    }

    private record Rule(Set<String> methods, Pattern path, boolean isOfWholePath) {
        Rule(Set<String> methods, Pattern path) {
            this(methods, path, false);
        }

        boolean allows(ClientRequest request) {
            return methods.contains(request.method())
                    && path.matcher(isOfWholePath ? request.wholePath() : request.path()).matches();
        }
    }

    /**
     * Adds the requests of Ollama's own API that call models, make embeddings, and list and show models.
     *
     * @return the extended rules
     */
    public RequestRules andOllama() {
        return and(new Rule(POST, Pattern.compile("/api/(?:chat|generate|embed|embeddings|show)"), true),
                new Rule(READING, Pattern.compile("/api/(?:tags|version|ps)"), true));
    }

    /**
     * Adds the reading of one exact path.
     *
     * @param path a canonical path, with its version
     * @return the extended rules
     */
    public RequestRules andReading(String path) {
        return and(new Rule(READING, Pattern.compile(Pattern.quote(path)), true));
    }

    private RequestRules and(Rule... more) {
        List<Rule> all = new ArrayList<>(rules);
        all.addAll(List.of(more));
        return new RequestRules(List.copyOf(all));
    }

    /**
     * Returns whether a request is passed on.
     *
     * @param request the request
     * @return true if one of the rules allows it
     */
    public boolean allow(ClientRequest request) {
        return rules.stream().anyMatch(rule -> rule.allows(request));
    }

    /**
     * Returns whether a request is for the server itself and not for its API.
     *
     * @param request the request
     * @return true if the path of the API does not precede its path
     */
    public static boolean isOfServer(ClientRequest request) {
        return request.path().equals(TOKENIZE);
    }
}
