package dev.ipw.internal.io;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class VisibleTextTests {
    @ParameterizedTest
    @ValueSource(
            ints = {0, 7, 8, 0x1b, 0x7f, 0x80, 0x9b, 0x9d, 0x9f, 0x200e, 0x200f, 0x061c, 0x202a, 0x202e, 0x2028, 0x2029,
                    0x2066, 0x2069, 0xfeff, 0xd800, 0xdfff, 0xe0041})
    void hidesWhatATerminalObeysOrCannotShow(int point) {
        String text = "a" + Character.toString(point) + "b";
        assertThat(VisibleText.line(text)).isEqualTo("a b");
        assertThat(VisibleText.lines(text)).isEqualTo("ab");
        assertThat(VisibleText.marked(text)).isEqualTo("a\ufffdb");
        assertThat(VisibleText.escapedJson("\"" + text + "\"")).matches("\"a(\\\\u[0-9a-f]{4}){1,2}b\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "plain", "na\u00efve", "\u4f60\u597d", "e\u0301", "\ud83d\ude00", "two\nlines\r\nand\ttabs"})
    void keepsWhatPeopleRead(String text) {
        assertThat(VisibleText.marked(text)).isEqualTo(text);
        assertThat(VisibleText.escapedJson(text)).isEqualTo(text);
    }

    @Test
    void marksACarriageReturnThatWouldOverwriteItsLine() {
        assertThat(VisibleText.marked("true\rfalse\r")).isEqualTo("true\ufffdfalse\ufffd");
        assertThat(VisibleText.field("true\rfalse\r\n")).isEqualTo("true\nfalse\n");
    }

    @Test
    void cutsBetweenCharacters() {
        assertThat(Excerpt.start("a\ud83d\ude00", 2)).isEqualTo("a");
        assertThat(Excerpt.of("ab\u009b31m" + " ".repeat(1_000_000), 4)).isEqualTo("ab 3…");
    }
}
