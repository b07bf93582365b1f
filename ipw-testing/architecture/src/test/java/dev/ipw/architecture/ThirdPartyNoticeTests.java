package dev.ipw.architecture;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares NOTICE with the jars of others on the class path, which are those of the command and of every library. */
class ThirdPartyNoticeTests {
    private static final Path NOTICE = Path.of("..", "..", "NOTICE");
    private static final String HOW = "NOTICE is out of date: run scripts/supply-chain sbom, then scripts/supply-chain notice";
    private static final Pattern OURS = Pattern.compile("ipw-.*");
    /** Libraries that only tests use. */
    private static final Pattern OF_TESTS = Pattern
            .compile("(junit-|opentest4j-|assertj-|byte-buddy-|archunit-|surefire-).*");

    @Test
    void namesExactlyThePartsThatAreShipped() throws IOException {
        assertThat(parts().map(part -> part[0].split(":", -1)).map(part -> part[1] + "-" + part[2] + ".jar")).as(HOW)
                .containsExactlyInAnyOrderElementsOf(jarsOfOthers());
    }

    @Test
    void namesALicenceForEach() throws IOException {
        assertThat(parts()).isNotEmpty().allSatisfy(part -> assertThat(part).hasSizeGreaterThan(1).doesNotContain(""));
    }

    private static Stream<String[]> parts() throws IOException {
        return Files.readAllLines(NOTICE).stream().filter(line -> line.contains(" | "))
                .map(line -> line.split(" \\| ", -1));
    }

    private static List<String> jarsOfOthers() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).getFileName().toString()).filter(name -> name.endsWith(".jar"))
                .filter(Predicate.not(OURS.asMatchPredicate())).filter(Predicate.not(OF_TESTS.asMatchPredicate()))
                .distinct()
                .toList();
    }
}
