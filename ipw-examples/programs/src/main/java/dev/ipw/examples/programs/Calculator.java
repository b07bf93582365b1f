package dev.ipw.examples.programs;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.TokenUsage;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client that answers sums such as {@code 17+25=} by adding. Any model runtime or service can be connected by such a
 * client.
 */
final class Calculator implements InferenceClient {
    private static final Pattern SUM = Pattern.compile("(\\d+)\\s*\\+\\s*(\\d+)");

    @Override
    public ClientInfo describe() {
        return ClientInfo.inProcess("calculator", "addition");
    }

    @Override
    public InferenceResponse infer(InferenceRequest request, ResponseSink sink) throws InferenceException {
        String question = request.messages().getLast().text();
        sink.sent(System.nanoTime());
        Matcher sum = SUM.matcher(question);
        if (!sum.find()) {
            throw new InferenceException(FailureKind.CLIENT_ERROR, "A calculator cannot answer '" + question + "'");
        }
        String answer = new BigInteger(sum.group(1)).add(new BigInteger(sum.group(2))).toString();
        long nanos = System.nanoTime();
        sink.firstByte(nanos);
        sink.chunk(ChunkKind.ANSWER, answer, nanos);
        return InferenceResponse.of(answer, TokenUsage.absent());
    }
}
