package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalLong;

/** The writer of the answers to one request in a protocol. */
interface AnswerWriter {
    /** Returns all answers in one object. */
    ObjectNode whole(List<Answer> answers);

    /** Returns the content type of a stream. */
    String streamType();

    /**
     * Begins the stream of one answer.
     *
     * @param index        the answer's number, from 0
     * @param promptTokens tokens of the prompt, if they are known before the answer is
     */
    void begin(EventOutput out, int index, OptionalLong promptTokens);

    /**
     * Writes a piece of an answer.
     *
     * @param tokens its tokens with their probabilities; empty unless wanted
     */
    void piece(EventOutput out, int index, String text, List<WeighedToken> tokens);

    /** Ends the stream of one answer. */
    void end(EventOutput out, int index, Answer answer);

    /** Ends the stream. */
    void finish(EventOutput out, List<Answer> answers);

    /** Ends the stream with an error. */
    void failed(EventOutput out, BadRequest failure);
}
