package dev.ipw.cli.serve;

import dev.ipw.inference.InferenceRequest;
import java.util.OptionalInt;

/**
 * The content of a request, independent of the protocol.
 *
 * @param model     the requested model
 * @param inference the conversation and the generation options
 * @param answers   the number of answers
 * @param stream    true to answer piece by piece
 * @param likeliest the number of likeliest tokens to send beside each token's probability; empty for no probabilities
 * @param writer    writes the answers
 */
record ServedRequest(String model, InferenceRequest inference, int answers, boolean stream, OptionalInt likeliest,
        AnswerWriter writer) {}
