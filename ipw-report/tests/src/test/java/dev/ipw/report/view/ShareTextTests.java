package dev.ipw.report.view;

import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Writes joules that may be used, and joules that may not. */
class ShareTextTests {
    private static String written(boolean isTrusted, boolean isWhole) {
        Markup page = new Markup(new Tree(Map.of("joules", 3.0, "low", 1.0, "high", 9.0)));
        ShareText.write(page, "joules", "low", "high", isTrusted, isWhole);
        return page.toString().replaceAll("<[^>]*>", "").replace('\u00a0', ' ').replace("&#160;", " ");
    }

    @Test
    void givesAValueOnlyWhereItMayBeUsed() {
        assertThat(written(true, true)).isEqualTo("3.0 J [1.0, 9.0]");
        assertThat(written(false, true)).isEqualTo("1 J to 9 J UNTRUSTED");
        assertThat(written(true, false)).startsWith("at least 3").endsWith("PARTIAL");
        assertThat(written(false, false)).startsWith("at least 3").endsWith("PARTIAL");
    }

    @Test
    void leavesAnAbsentValueAbsent() {
        Markup page = new Markup(new Tree(Map.of()));
        ShareText.write(page, "joules", "low", "high", true, true);
        assertThat(page.toString()).contains("absent");
    }
}
