package dev.ipw.cli;

import dev.ipw.internal.tree.TreeReader;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ParetoTextTests {
    private static String row(String dominated, String certainly) {
        return new ParetoText(200).of(TreeReader.ofJson("pareto", "{\"points\":[{\"name\":\"a\",\"accuracy\":null,"
                + "\"joules_per_query\":null,\"usd_per_query\":null,\"seconds_per_query\":2,\"dominated_by\":{"
                + dominated + "},\"certainly_dominated_by\":{" + certainly + "}}]}")).lines()
                .filter(line -> line.strip().startsWith("a ")).findFirst().orElseThrow();
    }

    @Test
    void showsADashWhereNobodyKnowsWhoDominates() {
        String nothing = "\"joules\":null,\"usd\":null,\"seconds\":null";

        assertThat(row(nothing, nothing)).matches(" *a +- +- +- +2 +- *");
    }

    @Test
    void showsADashForTheAxisThatIsMissing() {
        assertThat(row("\"joules\":null,\"usd\":[],\"seconds\":[\"b\",\"c\"]",
                "\"joules\":null,\"usd\":[],\"seconds\":[\"b\"]"))
                .endsWith("seconds by b (certainly), c; joules -");
        assertThat(row("\"joules\":null,\"usd\":[],\"seconds\":[]",
                "\"joules\":null,\"usd\":[],\"seconds\":[]")).endsWith("nothing; joules -");
    }
}
