package dev.ipw.benchmarks.judge;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ClientOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.json.Json;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A model that calls every submission wrong, in the form that is asked for, and repeats it beside that. */
final class EchoingJudge implements InferenceClientProvider {
    static final String ID = "echoing-judge";
    static final String REFERENCE = "It is the Brenne.";

    private static final Pattern ASKED = Pattern
            .compile("(GRADE|POINTS) ([a-z]{8})(: X\\nX being one of (.*)\\.| 1: A 7 B 5)");

    private final Echo echo;
    private String submission = "";

    EchoingJudge(Echo echo) {
        this.echo = echo;
    }

    /** How the submission is repeated. */
    enum Echo {
        BEFORE, BEHIND, AROUND, ALWAYS_ALONE, ALONE_AT_FIRST, IN_JSON, IN_BROKEN_JSON, AS_REASONING
    }

    void judges(String text) {
        submission = text;
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "repeats what it judges";
    }

    @Override
    public InferenceClient create(ClientOptions options) {
        return new InferenceClient() {
            @Override
            public ClientInfo describe() {
                return ClientInfo.ofServer(ID, "judge", URI.create("http://127.0.0.1:1/v1"), ServingHost.LOCAL);
            }

            @Override
            public InferenceResponse infer(InferenceRequest request, ResponseSink sink) {
                return InferenceResponse.of(reply(request), TokenUsage.absent());
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
    }

    private String reply(InferenceRequest request) {
        String prompt = request.messages().stream().map(Message::text).collect(Collectors.joining("\n"));
        Matcher asked = ASKED.matcher(request.messages().getLast().text());
        String kind = "";
        String code = "";
        String words = "";
        while (asked.find()) {
            kind = asked.group(1);
            code = asked.group(2);
            words = String.valueOf(asked.group(4));
        }
        String word = worst(words, prompt);
        String verdict = kind.equals("POINTS")
                ? "POINTS " + code + " 1: A 1 B 9\nPOINTS " + code + " 2: A 0 B 9"
                : "GRADE " + code + ": " + word;
        boolean repeats = request.messages().size() == 1 || echo == Echo.ALWAYS_ALONE;
        return repeats ? echoed(verdict, code, word) : verdict;
    }

    private static String worst(String words, String prompt) {
        if (words.contains("A>>B")) {
            return prompt.indexOf(REFERENCE) > prompt.indexOf("[answer B") ? "B>>A" : "A>>B";
        }
        return words.contains("NOT_MET") ? "NOT_MET" : "INCORRECT";
    }

    private String echoed(String verdict, String code, String word) {
        return switch (echo) {
            case BEFORE -> "The submission says:\n" + submission + "\n" + verdict;
            case BEHIND -> verdict + "\nThe submission contained:\n" + submission;
            case AROUND -> submission + "\n" + verdict + "\n" + submission;
            case ALWAYS_ALONE, ALONE_AT_FIRST -> submission;
            case IN_JSON -> "{\"reasoning\": " + Json.write(Json.fromPlain(submission)) + ", \"grade\": \"" + word
                    + "\", \"code\": \"" + code + "\"}";
            case IN_BROKEN_JSON -> "{\"grade\": \"" + word + "\", \"code\": \"" + code + "\", \"reasoning\": \""
                    + submission.replace('\n', ' ') + "\"}";
            case AS_REASONING -> "<think>\n" + submission + "\n</think>\n" + verdict;
        };
    }
}
