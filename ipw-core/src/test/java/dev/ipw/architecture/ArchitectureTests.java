package dev.ipw.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

class ArchitectureTests {
    /** From the lowest to the highest; a room may use those beside it and below it. The front door has no name. */
    private static final List<Set<String>> FLOORS = List.of(
            Set.of("error", "plugin", "internal", "statistics", "engine.statistics", "environment"),
            Set.of("energy", "engine.energy", "engine.curve", "engine.attribution"),
            Set.of("telemetry"), Set.of("engine.live", "engine.spans"),
            Set.of("inference", "engine.inference", "dataset"),
            Set.of("query"),
            Set.of("evaluation"), Set.of("cost", "engine.cost", "compute", "engine.compute"), Set.of("settings"),
            Set.of("engine.evaluation", "record", "quality", "engine.quality"), Set.of("engine.turns"), Set.of("run"),
            Set.of("load", "progress"),
            Set.of("engine.format"), Set.of("engine.journal"), Set.of("results"), Set.of("engine.finishing"),
            Set.of("analysis", "engine.analysis", "engine.comparison"), Set.of("engine.profile"), Set.of("series"),
            Set.of(""));

    private static JavaClasses classes;

    @BeforeAll
    static void readCompiledClasses() {
        classes = new ClassFileImporter().importPath(Path.of("target", "classes"));
        assertThat(classes).hasSizeGreaterThan(40);
    }

    @Test
    void importsOnlyFromRoomsBesideOrBelow() {
        List<String> upwards = classes.stream().flatMap(user -> user.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> isOurs(dependency.getTargetClass()))
                .filter(dependency -> floor(dependency.getOriginClass()) < floor(dependency.getTargetClass()))
                .map(Dependency::getDescription).toList();
        assertThat(upwards).isEmpty();
    }

    @Test
    void givesNoTreeOfItsInsideAway() {
        List<String> leaks = classes.stream()
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC)
                        && !type.getPackageName().startsWith("dev.ipw.internal")
                        && !type.getPackageName().startsWith("dev.ipw.engine"))
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC)
                        && Stream.concat(Stream.of(method.getRawReturnType()), method.getRawParameterTypes().stream())
                                .anyMatch(type -> type.getPackageName().equals("dev.ipw.internal.tree")))
                .map(JavaMethod::getFullName).toList();
        assertThat(leaks).isEmpty();
    }

    @Test
    void hasNoCycleBetweenPackages() {
        slices().matching("dev.ipw.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void callsNoForeignFunction() {
        noClasses().should().dependOnClassesThat().resideInAPackage("java.lang.foreign..").check(classes);
    }

    @Test
    void neverPrints() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(classes);
        noClasses().should().callMethod(Throwable.class, "printStackTrace").check(classes);
    }

    @Test
    void neverEndsTheProcess() {
        noClasses().should().callMethod(System.class, "exit", int.class).orShould()
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

    private static boolean isOurs(JavaClass used) {
        return used.getPackageName().equals("dev.ipw") || used.getPackageName().startsWith("dev.ipw.");
    }

    private static int floor(JavaClass inside) {
        String name = inside.getPackageName();
        List<String> names = List.of(name.split("\\."));
        String room = String.join(".", names.subList(2, Math.min(names.size(), names.contains("engine") ? 4 : 3)));
        for (int floor = 0; floor < FLOORS.size(); floor++) {
            if (FLOORS.get(floor).contains(room)) {
                return floor;
            }
        }
        throw new AssertionError("Package " + name + " has no floor yet: say in FLOORS what it may use");
    }
}
