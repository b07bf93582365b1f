package dev.ipw.meter.gateway;

import dev.ipw.inference.relay.AskedBody;

/** Estimates of tokens from texts, used until the server counts them. */
final class PromptTokens {
    /** The usual length of a token of English text. */
    private static final double CHARACTERS_PER_TOKEN = 4;
    /** The tokens of an image of about 800 by 800 pixels in today's models, which use 85 to 3,000. */
    private static final double TOKENS_PER_IMAGE = 768;
    /** The longest text that is taken as one token: servers that send each token alone send such ones too. */
    private static final int MAX_TOKEN_CHARACTERS = 24;

    private PromptTokens() {}

    /** Returns the expected tokens of a prompt. */
    static double of(AskedBody asked) {
        return asked.characters() / CHARACTERS_PER_TOKEN + asked.tokens() + asked.images() * TOKENS_PER_IMAGE;
    }

    /** Returns the expected tokens of a piece of an answer. */
    static double ofPiece(String text) {
        return text.length() <= MAX_TOKEN_CHARACTERS ? 1 : text.length() / CHARACTERS_PER_TOKEN;
    }
}
