package dev.ipw.spark;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class MainTests {
    private static final String[] RUN = {"profile", "--output-dir", "/runs", "--run-name", "night"};

    @Test
    void takesItsOptionsBeforeTheCommand() {
        assertThat(
                Main.parse("--shards", "2", "--launcher", "/opt/ipw/ipw", "--clock-difference", "2ms", RUN[0], RUN[1],
                        RUN[2], RUN[3], RUN[4]))
                .isNotNull();
    }

    @Test
    void namesWhatIsMissing() {
        assertThatIllegalArgumentException().isThrownBy(() -> Main.parse(RUN)).withMessageContaining("--shards N");
        assertThatIllegalArgumentException().isThrownBy(() -> Main.parse("--shards", "two", RUN[0], RUN[1], RUN[2],
                RUN[3], RUN[4])).withMessageContaining("'two'");
        assertThatIllegalArgumentException().isThrownBy(() -> Main.parse("--executors", "2"))
                .withMessageContaining("Unknown option --executors");
    }
}
