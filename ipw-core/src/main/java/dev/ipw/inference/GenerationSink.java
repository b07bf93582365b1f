package dev.ipw.inference;

import java.util.List;
import org.apiguardian.api.API;

/**
 * A sink that also receives details that only the process of the model has. A client whose model runs in its own
 * process checks for it; a client of a server never calls these methods.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface GenerationSink extends ResponseSink {
    /**
     * Records that the model has processed the prompt.
     *
     * @param tokens tokens of the prompt
     */
    void prompted(long tokens);

    /**
     * Returns whether the probabilities of tokens are wanted, which cost time to compute.
     *
     * @return true to receive {@link #token}
     */
    boolean wantsTokens();

    /**
     * Records a token of the visible answer, before the chunk that carries it.
     *
     * @param chosen    the token
     * @param likeliest all tokens that the model considered at this place, or the first of them, the likeliest first
     */
    void token(TokenProbability chosen, List<TokenProbability> likeliest);

    /**
     * Records that a stop text of the request ended the answer.
     *
     * @param text the stop text, which is not in the answer
     */
    void stoppedAt(String text);
}
