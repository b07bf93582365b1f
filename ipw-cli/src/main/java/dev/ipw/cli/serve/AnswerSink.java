package dev.ipw.cli.serve;

import dev.ipw.inference.GenerationSink;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.TokenProbability;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The sink of one answer: it gathers the answer while it is generated, and passes its pieces on. */
final class AnswerSink implements GenerationSink {
    private final OptionalInt likeliest;
    private final Pieces pieces;
    private final long startNanos = System.nanoTime();
    private final List<WeighedToken> tokens = new ArrayList<>();
    private final List<WeighedToken> ofNextPiece = new ArrayList<>();
    private OptionalLong firstNanos = OptionalLong.empty();
    private OptionalLong promptTokens = OptionalLong.empty();
    private Optional<String> stopText = Optional.empty();

    AnswerSink(OptionalInt likeliest, Pieces pieces) {
        this.likeliest = likeliest;
        this.pieces = pieces;
    }

    /** The receiver of the pieces of the visible answer. */
    @FunctionalInterface
    interface Pieces {
        void piece(String text, List<WeighedToken> tokens);
    }

    @Override
    public void sent(long nanos) {}

    @Override
    public void firstByte(long nanos) {}

    @Override
    public void prompted(long count) {
        promptTokens = OptionalLong.of(count);
    }

    @Override
    public boolean wantsTokens() {
        return likeliest.isPresent();
    }

    @Override
    public void token(TokenProbability chosen, List<TokenProbability> all) {
        WeighedToken token = new WeighedToken(chosen,
                List.copyOf(all.subList(0, Math.min(likeliest.orElse(0), all.size()))));
        tokens.add(token);
        ofNextPiece.add(token);
    }

    @Override
    public void stoppedAt(String text) {
        stopText = Optional.of(text);
    }

    @Override
    public void chunk(ChunkKind kind, String text, long nanos) {
        if (kind == ChunkKind.ANSWER) {
            firstNanos = firstNanos.isPresent() ? firstNanos : OptionalLong.of(nanos);
            pieces.piece(text, List.copyOf(ofNextPiece));
            ofNextPiece.clear();
        }
    }

    /** Returns the tokens of the prompt, if the client reports them before the answer. */
    OptionalLong promptTokens() {
        return promptTokens;
    }

    /** Creates the error of a client that does not know the probabilities of its tokens. */
    static BadRequest noProbabilities() {
        return BadRequest.ofField("logprobs", "'logprobs' is not supported by this model's client; leave it out");
    }

    /** Assembles the whole answer. */
    Answer answer(InferenceResponse response) throws BadRequest {
        if (wantsTokens() && tokens.isEmpty() && !response.text().isEmpty()) {
            throw noProbabilities();
        }
        long end = System.nanoTime();
        long first = firstNanos.orElse(end);
        return new Answer(response, List.copyOf(tokens), stopText, first - startNanos, end - first);
    }
}
