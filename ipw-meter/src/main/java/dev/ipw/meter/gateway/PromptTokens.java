package dev.ipw.meter.gateway;

import dev.ipw.inference.relay.AskedBody;

/** Estimates of tokens from texts, used until the server counts them. */
final class PromptTokens {
    /** The usual length of a token of English text. */
    private static final double CHARACTERS_PER_TOKEN = 4;
    /** The tokens of an image of about 800 by 800 pixels in today's models, which use 85 to 3,000. */
    private static final double TOKENS_PER_IMAGE = 768;

    private PromptTokens() {}

    /** Returns the expected tokens of a prompt. */
    static double of(AskedBody asked) {
        return asked.characters() / CHARACTERS_PER_TOKEN + asked.tokens() + asked.images() * TOKENS_PER_IMAGE;
    }
}
