package dev.ipw.cli.serve;

import dev.ipw.inference.InferenceRequest;
import java.util.OptionalInt;

/**
 * What a request asks for, in whatever protocol.
 *
 * @param model     the model asked for
 * @param inference the conversation and how to generate
 * @param answers   how many answers to draw
 * @param stream    true to answer piece by piece
 * @param likeliest how many of the likeliest tokens to send beside each token's probability; empty for no probabilities
 * @param writer    writes the answers
 */
record ServedRequest(String model, InferenceRequest inference, int answers, boolean stream, OptionalInt likeliest,
        AnswerWriter writer) {}
