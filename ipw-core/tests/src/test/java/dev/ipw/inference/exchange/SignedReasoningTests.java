package dev.ipw.inference.exchange;

import dev.ipw.internal.json.Json;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SignedReasoningTests {
    @Test
    void givesBackWhatWasKeptForACall() {
        SignedReasoning kept = new SignedReasoning();
        kept.keep("a", Json.object().put("signature", "old"));
        kept.keep("a", Json.object().put("signature", "new"));

        assertThat(kept.of("a")).contains(Json.object().put("signature", "new"));
        assertThat(kept.of("b")).isEmpty();
    }

    @Test
    void forgetsTheOldestOnceItHoldsTooMuch() {
        SignedReasoning kept = new SignedReasoning(20);
        kept.keep("a", Json.fromPlain("12345678"));
        kept.keep("b", Json.fromPlain("12345678"));
        kept.keep("c", Json.fromPlain("12345678"));

        assertThat(kept.of("a")).isEmpty();
        assertThat(kept.of("b")).isPresent();
        assertThat(kept.of("c")).isPresent();
    }
}
