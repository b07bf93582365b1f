package dev.ipw.record;

import dev.ipw.inference.TokenUsage;
import dev.ipw.record.LatencyMetrics.TokenBasis;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The tokens that came after the first chunk, over which the time from the first chunk to the last is spread. Tokens
 * that never came, such as hidden reasoning or an end marker, do not count.
 *
 * @param afterTheFirstChunk the number of tokens, more than 0
 * @param basis              the origin of the count
 */
record DecodedTokens(double afterTheFirstChunk, TokenBasis basis) {

    /** Counts the tokens of an answer; empty if there are none, or none were counted. */
    static Optional<DecodedTokens> of(int chunks, TokenUsage usage) {
        OptionalLong known = usage.streamed().isPresent() ? usage.streamed() : usage.output();
        if (chunks < 2 || known.isEmpty()) {
            return Optional.empty();
        }
        long tokens = known.getAsLong();
        return Optional.of(usage.firstChunk().isPresent()
                ? new DecodedTokens(tokens - usage.firstChunk().getAsLong(),
                        usage.source() == TokenUsage.Source.TOKENIZER ? TokenBasis.TOKENIZED : TokenBasis.COUNTED)
                : guessed(chunks, tokens, usage.streamed().isPresent()))
                .filter(counted -> counted.afterTheFirstChunk > 0);
    }

    /** Counts the tokens of an answer of which only the times of the first and the last token are known. */
    static Optional<DecodedTokens> betweenEnds(TokenUsage usage) {
        boolean allCame = usage.streamed().isPresent();
        OptionalLong known = allCame ? usage.streamed() : usage.output();
        return known.isEmpty() || known.getAsLong() < 2
                ? Optional.empty()
                : Optional.of(new DecodedTokens(known.getAsLong() - 1.0,
                        allCame ? TokenBasis.ENDS_ONLY : TokenBasis.UNCERTAIN));
    }

    /** Adds the tokens of another call; the weaker basis applies to both. */
    DecodedTokens plus(DecodedTokens other) {
        return new DecodedTokens(afterTheFirstChunk + other.afterTheFirstChunk,
                basis.compareTo(other.basis) > 0 ? basis : other.basis);
    }

    private static DecodedTokens guessed(int chunks, long tokens, boolean allCame) {
        if (tokens == chunks) {
            return new DecodedTokens(tokens - 1, TokenBasis.ONE_A_CHUNK);
        }
        if (tokens == chunks + 1) {
            // An end marker that was counted and has no text, rather than one chunk of two tokens.
            return new DecodedTokens(chunks - 1, TokenBasis.UNCERTAIN);
        }
        // The token count of the first chunk is unknown: the mean replaces it.
        double first = Math.max(1.0, (double) tokens / chunks);
        return new DecodedTokens(tokens - first,
                allCame && tokens > chunks ? TokenBasis.SPREAD : TokenBasis.UNCERTAIN);
    }

    /** Returns whether any chunk does not carry exactly one token; empty if unknown. */
    static Optional<Boolean> bundling(int chunks, TokenUsage usage) {
        OptionalLong came = usage.streamed();
        if (came.isEmpty() || came.getAsLong() == 0 || chunks == 0) {
            return Optional.empty();
        }
        long tokens = came.getAsLong();
        if (chunks > 1 && usage.firstChunk().isPresent()) {
            return Optional.of(tokens - usage.firstChunk().getAsLong() != chunks - 1);
        }
        boolean perhapsAnEndMark = chunks > 1 && tokens == chunks + 1;
        return perhapsAnEndMark ? Optional.empty() : Optional.of(tokens != chunks);
    }
}
