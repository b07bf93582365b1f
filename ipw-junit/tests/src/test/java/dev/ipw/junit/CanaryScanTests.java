package dev.ipw.junit;

import dev.ipw.testing.Canary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;

import static org.assertj.core.api.Assertions.assertThat;

/** The search for keys in what tests of all modules write. */
class CanaryScanTests {
    private static final String DETECTS = "junit.jupiter.extensions.autodetection.enabled";

    private static boolean detects;

    @RegisterExtension
    static final BeforeEachCallback SETTINGS = (ExtensionContext context) -> detects = context
            .getConfigurationParameter(DETECTS).map(Boolean::parseBoolean).orElse(false);

    @TempDir
    Path folder;

    private TestLaunch.Results run(Class<?> testClass) {
        return TestLaunch.of(folder, "").with(DETECTS, "true").run(testClass);
    }

    @Test
    void isOnInTheBuild() {
        assertThat(detects).isTrue();
    }

    @Test
    void failsATestThatLeavesTheKey() {
        TestLaunch.Results results = run(Leaks.class);

        assertThat(results.status()).isEqualTo(TestExecutionResult.Status.FAILED);
        assertThat(results.message()).contains("hold a key", "report.html").doesNotContain(Canary.KEY);
    }

    @Test
    void failsATestThatLeavesAFragmentInAFolderOfItsMethod() {
        assertThat(run(LeaksFragment.class).status()).isEqualTo(TestExecutionResult.Status.FAILED);
    }

    @Test
    void passesATestThatLeavesNone() {
        assertThat(run(Keeps.class).status()).isEqualTo(TestExecutionResult.Status.SUCCESSFUL);
    }

    static class Leaks {
        @TempDir
        Path files;

        @Test
        void writes() throws IOException {
            Files.writeString(files.resolve("report.html"), "<p>" + Canary.KEY + "</p>");
        }
    }

    static class LeaksFragment {
        @Test
        void writes(@TempDir Path files) throws IOException {
            Files.writeString(Files.createDirectories(files.resolve("a/b")).resolve("log"),
                    "at " + Canary.KEY.substring(9, 21).toUpperCase(Locale.ROOT) + "!");
        }
    }

    static class Keeps {
        @TempDir
        Path files;

        @Test
        void writes() throws IOException {
            Files.writeString(files.resolve("log"), "at " + Canary.KEY.substring(9, 20) + "!");
        }
    }
}
