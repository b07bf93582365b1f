package dev.ipw.internal.io;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class MarkdownTextTests {
    @ParameterizedTest
    @CsvSource(delimiter = '=', textBlock = """
            +12.3 % [9, 15]         = +12.3 % \\[9, 15\\]
            a|b_c*d                 = a\\|b\\_c\\*d
            <script>&amp;           = &lt;script&gt;&amp;amp;
            @team, see org/name#7   = @<!-- -->team, see org/name#<!-- -->7
            https://x.example       = https:<!-- -->//x.example
            www.x.example           = www<!-- -->.x.example
            """)
    void showsTextAsItIs(String text, String escaped) {
        assertThat(MarkdownText.escaped(text)).isEqualTo(escaped);
    }

    @Test
    void keepsARowOnOneLine() {
        assertThat(MarkdownText.row(List.of("a\nb", "\u202ec", ""))).isEqualTo("| a b | \ufffdc |  |\n");
    }
}
