package dev.ipw.inference.openai;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.exchange.ProtocolFeatures;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The body of a completion: one text that a model continues without a template. */
final class CompletionsBody extends OpenAiBody {
    private static final ProtocolFeatures FEATURES = new ProtocolFeatures("OpenAI's completions", Set.of(),
            "use api=chat");

    private final boolean continuousUsage;

    CompletionsBody(String model, boolean stream, boolean continuousUsage) {
        super(FEATURES, COMPLETION_OPTIONS, model, stream);
        this.continuousUsage = continuousUsage;
    }

    @Override
    void question(InferenceRequest request) throws InferenceException {
        body().put("prompt", text(request.messages()));
        countTokens(continuousUsage);
    }

    /** Returns the text. A model without a template knows no roles: instructions and question are one text. */
    private static String text(List<Message> messages) throws InferenceException {
        boolean conversation = messages.stream().anyMatch(message -> message.role() == Message.Role.ASSISTANT)
                || messages.stream().filter(message -> message.role() == Message.Role.USER).count() > 1;
        if (conversation) {
            throw new InferenceException(FailureKind.CLIENT_ERROR,
                    "Completions take one text and no conversation; use api=chat");
        }
        return messages.stream().map(Message::text).collect(Collectors.joining("\n\n"));
    }
}
