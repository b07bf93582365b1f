package dev.ipw.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/** Rules for the compiled classes of every library, read once for all of them. */
class ArchitectureTests {
    /**
     * Topics from the lowest to the highest; one may use those beside it and below it. A part of a topic has a floor of
     * its own where it is named. The front door has no name.
     */
    private static final List<Set<String>> FLOORS = List.of(
            Set.of("error", "internal", "statistics", "environment"), Set.of("plugin"), Set.of("energy"),
            Set.of("telemetry"), Set.of("telemetry.internal.live", "telemetry.internal.spans"),
            Set.of("inference", "dataset"), Set.of("query"), Set.of("cost", "compute", "hosted", "shard"),
            Set.of("settings"),
            Set.of("evaluation"), Set.of("record", "quality"), Set.of("record.internal"), Set.of("run"),
            Set.of("load", "progress"), Set.of("results.internal.format"), Set.of("results.internal.journal"),
            Set.of("results"), Set.of("results.internal.finishing"), Set.of("analysis"), Set.of("series"),
            Set.of("profile"), Set.of(""));

    /** The API packages that still use the machinery of another topic, each with the package that it uses. */
    private static final Set<String> BORROWED = Set.of(
            "dev.ipw > dev.ipw.analysis.internal", "dev.ipw > dev.ipw.evaluation.internal",
            "dev.ipw.analysis > dev.ipw.statistics.internal",
            "dev.ipw.record > dev.ipw.energy.internal", "dev.ipw.series > dev.ipw.statistics.internal",
            "dev.ipw.telemetry > dev.ipw.energy.internal", "dev.ipw.telemetry > dev.ipw.energy.internal.curve",
            "dev.ipw.telemetry > dev.ipw.energy.attribution.internal");

    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private static JavaClasses all;
    /** The classes of {@code ipw-energy}, {@code ipw-core} and {@code ipw-analysis}. */
    private static JavaClasses core;

    @BeforeAll
    static void readCompiledClasses() {
        all = new ClassFileImporter().importPaths(libraries().map(ArchitectureTests::classesOf).toList());
        core = of("ipw-energy", "ipw-core", "ipw-analysis");
    }

    static Stream<String> libraries() {
        return Stream.of("ipw-energy", "ipw-core", "ipw-analysis", "ipw-telemetry-native", "ipw-import",
                "ipw-benchmarks", "ipw-agents", "ipw-meter",
                "ipw-report", "ipw-parquet", "ipw-spark",
                "ipw-junit", "ipw-bridges/langchain4j", "ipw-bridges/spring", "ipw-bridges/micrometer",
                "ipw-bridges/opentelemetry");
    }

    private static Path classesOf(String library) {
        return ROOT.resolve(library).resolve(Path.of("target", "classes"));
    }

    private static JavaClasses of(String... libraries) {
        List<String> places = Stream.of(libraries).map(library -> classesOf(library).toUri().toString()).toList();
        JavaClasses classes = all.that(DescribedPredicate.describe("of " + String.join(", ", libraries),
                type -> places.stream().anyMatch(type.getSource().orElseThrow().getUri().toString()::startsWith)));
        assertThat(classes).hasSizeGreaterThan(1);
        return classes;
    }

    @Test
    void importsOnlyFromRoomsBesideOrBelow() {
        List<String> upwards = core.stream().flatMap(user -> user.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> isOurs(dependency.getTargetClass()))
                .filter(dependency -> floor(dependency.getOriginClass()) < floor(dependency.getTargetClass()))
                .map(Dependency::getDescription).toList();
        assertThat(upwards).isEmpty();
    }

    @Test
    void usesTheMachineryOfItsOwnTopicOnly() {
        // No package of ipw-analysis but its comparison is an API.
        Stream<Dependency> arrows = of("ipw-energy", "ipw-core").stream()
                .filter(type -> !type.getPackageName().contains(".internal"))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream());
        assertThat(arrows.filter(ArchitectureTests::isBorrowed)
                .map(arrow -> arrow.getOriginClass().getPackageName() + " > "
                        + arrow.getTargetClass().getPackageName()))
                .isSubsetOf(BORROWED);
    }

    private static boolean isBorrowed(Dependency arrow) {
        String used = arrow.getTargetClass().getPackageName();
        // The front door is the API of the topic "profile".
        String user = arrow.getOriginClass().getPackageName().replaceFirst("^dev\\.ipw$", "dev.ipw.profile") + ".";
        return isOurs(arrow.getTargetClass()) && used.contains(".internal") && !used.startsWith("dev.ipw.internal")
                && !user.startsWith(used.replaceFirst("\\.internal.*", "."));
    }

    @Test
    void givesNoTreeOfItsInsideAway() {
        List<String> leaks = core.stream()
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC)
                        && !type.getPackageName().contains(".internal"))
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC)
                        && Stream.concat(Stream.of(method.getRawReturnType()), method.getRawParameterTypes().stream())
                                .anyMatch(type -> type.getPackageName().equals("dev.ipw.internal.tree")))
                .map(JavaMethod::getFullName).toList();
        assertThat(leaks).isEmpty();
    }

    @Test
    void needsNothingButTheRuntimeAndALoggingFacadeForJoules() {
        noClasses().should().dependOnClassesThat()
                .resideOutsideOfPackages("java..", "dev.ipw..", "org.slf4j", "org.jspecify.annotations",
                        "org.apiguardian.api")
                .check(of("ipw-energy"));
    }

    @Test
    void measuresTestsAndApplicationsWithoutTheProfiler() {
        Set<String> profiler = of("ipw-core").stream().map(JavaClass::getName).collect(Collectors.toSet());
        noClasses().that().haveNameMatching(
                "dev[.]ipw[.](junit[.](?!Profile|Regressions)|langchain4j[.](Energy|(Call|Service)Spans|Machine))[^.]*")
                .should().dependOnClassesThat(DescribedPredicate.describe("are of ipw-core",
                        type -> profiler.contains(type.getName())))
                .check(all);
    }

    @Test
    void callsNoForeignFunction() {
        noClasses().should().dependOnClassesThat().resideInAPackage("java.lang.foreign..").check(core);
    }

    @Test
    void hasNoCycleBetweenPackages() {
        slices().matching("dev.ipw.(**)").should().beFreeOfCycles().check(all);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void neverPrints(String library) {
        JavaClasses classes = of(library).that(DescribedPredicate.describe("of no application",
                type -> !type.getSimpleName().equals("Main")));
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(classes);
        noClasses().should().callMethodWhere(target(name("printStackTrace"))).check(classes);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void neverEndsTheProcess(String library) {
        noClasses().should().callMethod(System.class, "exit", int.class).orShould()
                .callMethod(Runtime.class, "exit", int.class).orShould().callMethod(Runtime.class, "halt", int.class)
                .check(of(library));
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void bindsNoLoggingBackend(String library) {
        noClasses().should().dependOnClassesThat().resideInAnyPackage("java.util.logging..", "org.slf4j.spi..")
                .check(of(library));
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void marksEveryPackageForNullness(String library) {
        assertThat(of(library).stream().map(JavaClass::getPackage).distinct()
                .filter(room -> !room.isAnnotatedWith(NullMarked.class)).map(JavaPackage::getName)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void marksTheStabilityOfEveryTypeThatUsersSee(String library) throws IOException {
        List<String> shown = PublicSurfaceTests.exported(classesOf(library));
        assertThat(of(library).stream()
                .filter(type -> shown.contains(type.getPackageName()) && type.isTopLevelClass()
                        && type.getModifiers().contains(JavaModifier.PUBLIC) && !type.isAnnotatedWith(API.class))
                .map(JavaClass::getName)).isEmpty();
    }

    private static boolean isOurs(JavaClass used) {
        return used.getPackageName().equals("dev.ipw") || used.getPackageName().startsWith("dev.ipw.");
    }

    private static int floor(JavaClass inside) {
        String name = inside.getPackageName();
        String room = name.equals("dev.ipw") ? "" : name.substring("dev.ipw.".length());
        while (true) {
            for (int floor = 0; floor < FLOORS.size(); floor++) {
                if (FLOORS.get(floor).contains(room)) {
                    return floor;
                }
            }
            if (room.indexOf('.') < 0) {
                break;
            }
            room = room.substring(0, room.lastIndexOf('.'));
        }
        throw new AssertionError("Package " + name + " has no floor yet: say in FLOORS what it may use");
    }
}
