package dev.ipw.agents;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

class ArchitectureTests {
    private static JavaClasses classes;

    @BeforeAll
    static void readCompiledClasses() {
        classes = new ClassFileImporter().importPath(Path.of("target", "classes"));
        assertThat(classes).hasSizeGreaterThan(20);
    }

    @Test
    void hasNoCycleBetweenPackages() {
        slices().matching("dev.ipw.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void neverPrintsAndNeverEndsTheProcess() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(classes);
        noClasses().should().callMethod(Throwable.class, "printStackTrace").orShould()
                .callMethod(System.class, "exit", int.class).orShould()
                .callMethod(Runtime.class, "exit", int.class).orShould().callMethod(Runtime.class, "halt", int.class)
                .check(classes);
    }

    @Test
    void bindsNoLoggingBackend() {
        noClasses().should().dependOnClassesThat().resideInAnyPackage("java.util.logging..", "org.slf4j.spi..")
                .check(classes);
    }

    @Test
    void marksEveryPackageForNullness() {
        assertThat(classes.stream().map(JavaClass::getPackage).distinct()
                .filter(room -> !room.isAnnotatedWith(NullMarked.class)).map(JavaPackage::getName)).isEmpty();
    }
}
