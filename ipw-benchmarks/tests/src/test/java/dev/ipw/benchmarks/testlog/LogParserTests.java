package dev.ipw.benchmarks.testlog;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static dev.ipw.benchmarks.testlog.TestStatus.ERROR;
import static dev.ipw.benchmarks.testlog.TestStatus.FAILED;
import static dev.ipw.benchmarks.testlog.TestStatus.PASSED;
import static dev.ipw.benchmarks.testlog.TestStatus.SKIPPED;
import static dev.ipw.benchmarks.testlog.TestStatus.XFAIL;
import static org.assertj.core.api.Assertions.assertThat;

final class LogParserTests {
    private static Map<String, TestStatus> parsed(String parser, String log) {
        return LogParser.named(parser).orElseThrow().parse(log).byName();
    }

    @Test
    void knowsTheOfficialNamesAndNoOther() {
        assertThat(LogParser.named("parse_log_pytest_v2")).contains(LogParser.PYTEST_V2);
        assertThat(LogParser.named("Pytest-Options")).contains(LogParser.PYTEST_OPTIONS);
        assertThat(LogParser.named("mocha")).isEmpty();
        assertThat(LogParser.names()).contains("django", "sympy");
    }

    @Test
    void readsTheSummaryOfPytest() {
        assertThat(parsed("pytest", """
                PASSED t.py::test_never_run
                FAILED t.py::test_before - boom
                ======= short test summary info =======
                PASSED t.py::test_a
                PASSED t.py::test_b[x
                FAILED t.py::test_c - assert 1 == 2
                ERROR t.py::test_d
                XFAIL t.py::test_e - reason
                SKIPPED [1] t.py:3: reason
                PASSEDt.py::no_result
                === 2 passed in 0.1s ===
                """)).containsOnly(Map.entry("t.py::test_before", FAILED), Map.entry("t.py::test_a", PASSED),
                Map.entry("t.py::test_b[x", PASSED), Map.entry("t.py::test_c", FAILED),
                Map.entry("t.py::test_d", ERROR), Map.entry("t.py::test_e", XFAIL), Map.entry("[1]", SKIPPED));
    }

    @Test
    void aFailureIsNotMendedByAPassOfTheSameName() {
        assertThat(parsed("pytest", "FAILED t.py::a\n=== short test summary info ===\nPASSED t.py::a\n"))
                .containsEntry("t.py::a", FAILED);
    }

    @Test
    void shortensPathsInBrackets() {
        assertThat(
                parsed("pytest_options", "PASSED t.py::a[/tmp/x/y.txt]\nPASSED t.py::b[//h/y]\nPASSED t.py::c[/a/*]"))
                .containsOnlyKeys("t.py::a[/y.txt]", "t.py::b[//h/y]", "t.py::c[/a/*]");
    }

    @Test
    void readsOldAndColouredPytest() {
        assertThat(parsed("pytest_v2", "t.py::a PASSED\nt.py::b FAILED\n")).containsOnly(
                Map.entry("t.py::a", PASSED), Map.entry("t.py::b", FAILED));
        assertThat(parsed("pytest_v2", "\u001b[32mPASSED\u001b[0m t.py::\u001b[1ma\u001b[0m\n"))
                .containsOnly(Map.entry("t.py::a", PASSED));
    }

    @Test
    void readsDjango() {
        assertThat(parsed("django", """
                test_a (m.C) ... ok
                test_b (m.C) ... FAIL
                test_c (m.C) ... ERROR
                test_d (m.C) ... skipped 'why'
                test_e (m.C) ... some output
                ok
                test_f (m.C) ... Testing against Django installed in '/x'
                System check identified no issues (0 silenced).
                ok
                FAIL: test_b (m.C)
                """)).containsEntry("test_a (m.C)", PASSED).containsEntry("test_b (m.C)", FAILED)
                .containsEntry("test_c (m.C)", ERROR).containsEntry("test_d (m.C)", SKIPPED)
                .containsEntry("test_e (m.C)", PASSED).containsEntry("test_f (m.C)", PASSED)
                .containsEntry("test_b", FAILED);
    }

    @Test
    void readsSeabornMatplotlibAndSympy() {
        assertThat(parsed("seaborn", "t.py::a PASSED [ 50%]\nFAILED t.py::b - x\n")).containsOnly(
                Map.entry("t.py::a", PASSED), Map.entry("t.py::b", FAILED));
        assertThat(parsed("matplotlib", "PASSED t.py::a[MouseButton.LEFT-MouseButton.RIGHT]\n"))
                .containsOnlyKeys("t.py::a[1-3]");
        assertThat(parsed("sympy", """
                test_a ok
                test_b F
                test_c E
                test_d ok [FAIL]
                ________ sympy/core/t.py:test_b ________
                """)).containsOnly(Map.entry("test_a", PASSED), Map.entry("test_b", FAILED),
                Map.entry("test_c", ERROR), Map.entry("test_d", PASSED),
                Map.entry("sympy/core/t.py:test_b", FAILED));
    }

    @Test
    void wantsAllOfOneListAndNoneBrokenOfTheOther() {
        TestResults results = LogParser.PYTEST.parse("""
                PASSED t.py::a[x-1]
                PASSED t.py::a[x-2]
                SKIPPED t.py::s
                XFAIL t.py::x
                """);

        assertThat(new WantedTests(List.of("t.py::a[x", "t.py::x"), List.of("t.py::s")).stillFailing(results))
                .isEmpty();
        assertThat(new WantedTests(List.of("t.py::s", "t.py::gone", "t.py::g[x"), List.of()).stillFailing(results))
                .containsExactly("t.py::s", "t.py::gone", "t.py::g[x");
        assertThat(new WantedTests(List.of(), List.of("t.py::s", "t.py::gone")).broken(results))
                .containsExactly("t.py::gone");
        assertThat(new WantedTests(List.of(), List.of()).isEmpty()).isTrue();
    }

    @Test
    void oneFailureAmongNamesThatBeginAlikeCounts() {
        TestResults results = LogParser.PYTEST.parse("PASSED t.py::a[x-1]\nFAILED t.py::a[x-2]\n");

        assertThat(new WantedTests(List.of("t.py::a[x"), List.of()).stillFailing(results)).hasSize(1);
    }
}
