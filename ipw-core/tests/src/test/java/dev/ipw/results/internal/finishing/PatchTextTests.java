package dev.ipw.results.internal.finishing;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PatchTextTests {
    private static final String PATCH = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";

    @Test
    void takesTheLastFencedPatch() {
        assertThat(PatchText.in("First:\n```diff\n" + PATCH.replace("+b", "+c") + "```\nBetter:\n```diff\n" + PATCH
                + "```\nDone.")).contains(PATCH);
    }

    @Test
    void takesABarePatchFromItsFirstHead() {
        assertThat(PatchText.in("Here it is:\n" + PATCH)).contains(PATCH);
        assertThat(PatchText.in("diff --git a/x b/x\nnew file mode 100644\n" + PATCH))
                .contains("diff --git a/x b/x\nnew file mode 100644\n" + PATCH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "42", "--- a heading", "```diff\nno patch\n```", "---\n+++\n@@"})
    void findsNoneInOtherAnswers(String answer) {
        assertThat(PatchText.in(answer)).isEmpty();
    }
}
