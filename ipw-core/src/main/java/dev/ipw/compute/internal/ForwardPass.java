package dev.ipw.compute.internal;

import dev.ipw.compute.ModelCard;
import dev.ipw.compute.ModelCard.AttentionShape;

/**
 * The arithmetic and the memory traffic of one query, with a multiply-add as two operations. The last token of an
 * answer is never fed back, so {@code last = input + output - 1} tokens are in the context in the end, of which the
 * first {@code cached} need no pass of their own:
 *
 * <pre>
 * 2 (last - cached) activeBlockParameters                          the matrices of the layers
 * + 2 output headParameters                                        the head, once for each token of the answer
 * + 2 (keyWidth + valueWidth) (sum of c, cached < c <= last)       attention of each layer: scores and mix over c tokens
 * </pre>
 *
 * The first term is that of Kaplan et al., <i>Scaling Laws for Neural Language Models</i> (2020), table 1; attention is
 * summed exactly instead of over a mean context. Norms, softmax, activations and the states of linear attention are
 * left out, which is below two per cent.
 *
 * @param card   the sizes of the model
 * @param input  tokens of the prompt
 * @param cached the tokens among them that came from a cache; at least one is processed nevertheless
 * @param output tokens of the answer, reasoning included
 */
public record ForwardPass(ModelCard card, long input, long cached, long output) {
    /** The cache is held in 16 bits unless the server is configured otherwise, which a client cannot see. */
    private static final double CACHE_BYTES = 2;

    public ForwardPass {
        cached = Math.max(0, Math.min(cached, input - 1));
    }

    private long last() {
        return input + Math.max(0, output - 1);
    }

    public double floatingPointOperations() {
        double attended = 0;
        for (AttentionShape attention : card.attention()) {
            attended += 2.0 * attention.layers() * (attention.keyWidth() + attention.valueWidth())
                    * attention.looks(cached, last());
        }
        return 2.0 * (last() - cached) * card.parameters().activeBlock() + 2.0 * output * card.parameters().head()
                + attended;
    }

    /**
     * Counts the bytes that the query would move if it had the devices to itself: the weights once for the prompt and
     * once for each further token, and the cache of the tokens before.
     *
     * @param bytesPerParameter the bytes of one number of the weights
     */
    double bytes(double bytesPerParameter) {
        // A prompt of many tokens needs most experts; one token needs only those that it passes through.
        double prompt = Math.min((double) card.parameters().block(),
                (double) (input - cached) * card.parameters().activeBlock());
        double weights = (prompt + (double) (last() - input) * card.parameters().activeBlock()
                + (double) output * card.parameters().head()) * bytesPerParameter;
        double written = last() - cached;
        double cache = 0;
        for (AttentionShape attention : card.attention()) {
            // A prompt reads no more of the cache than its last token attends to.
            double looked = attention.looks(input - 1, input) + attention.looks(input, last());
            cache += (looked + written) * attention.layers() * attention.cacheWidth() * CACHE_BYTES;
        }
        return weights + cache;
    }
}
