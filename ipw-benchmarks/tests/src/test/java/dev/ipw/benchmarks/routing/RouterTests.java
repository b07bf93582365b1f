package dev.ipw.benchmarks.routing;

import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Holds routers to the published table and to what must be so of any outcomes. */
class RouterTests {
    private static final double EXACT = 1e-9;

    /** The smaller model answers 887 of 1,000 queries, at costs such that a perfect router saves what was published. */
    @Test
    void savesWhatThePaperSays() {
        QuestionMeans means = new QuestionMeans(paper());
        Router mostlyRight = new Router(0.8, Mistake.LARGE);
        assertThat(percent(means, Router.PERFECT, RoutingResource.JOULES)).isEqualTo("80.4");
        assertThat(percent(means, Router.PERFECT, RoutingResource.FLOP)).isEqualTo("77.3");
        assertThat(percent(means, Router.PERFECT, RoutingResource.USD)).isEqualTo("73.8");
        assertThat(percent(means, mostlyRight, RoutingResource.JOULES)).isEqualTo("64.3");
        assertThat(percent(means, mostlyRight, RoutingResource.FLOP)).isEqualTo("61.8");
        assertThat(percent(means, mostlyRight, RoutingResource.USD)).isEqualTo("59.0");
    }

    private static String percent(QuestionMeans means, Router router, RoutingResource resource) {
        Estimate saved = means.saving(question -> router.cost(question, resource),
                question -> Router.cost(question, question.large(), resource)).orElseThrow();
        assertThat(saved.interval().low()).isLessThan(saved.value());
        assertThat(saved.interval().high()).isGreaterThan(saved.value());
        return String.format(Locale.ROOT, "%.1f", 100 * saved.value());
    }

    private static List<RoutedQuestion> paper() {
        double share = 0.887;
        ModelAnswer large = answer(true, 1000, 500, 2, 10);
        return IntStream.range(0, 1000).mapToObj(number -> new RoutedQuestion("q" + number,
                List.of(answer(number < 887, 1000 * (1 - 0.804 / share), 500 * (1 - 0.773 / share),
                        2 * (1 - 0.738 / share), 1), large)))
                .toList();
    }

    static Stream<Long> seeds() {
        return new SplittableRandom(7).longs(40).boxed();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void perfectRouterIsRightWhereverAModelIs(long seed) {
        List<RoutedQuestion> asked = drawn(seed, 1);
        assertThat(sum(asked, Router.PERFECT::accuracy))
                .isCloseTo(sum(asked, one -> one.isRightAtAll() ? 1 : 0), within(EXACT));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyQuestionGoesToOneModel(long seed) {
        List<RoutedQuestion> asked = drawn(seed, 1);
        int models = asked.getFirst().answers().size();
        long sent = IntStream.range(0, models)
                .mapToLong(place -> asked.stream().filter(one -> one.firstRight() == place).count()).sum();
        assertThat(sent).isEqualTo(asked.size());
        double small = sum(asked, Router.PERFECT::smallShare);
        assertThat((long) small).isEqualTo(asked.stream().filter(RoutedQuestion::isRightSmall).count());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void precisionOneIsPerfectWhateverTheMistakes(long seed) {
        List<RoutedQuestion> asked = drawn(seed, 1);
        for (Mistake mistake : Mistake.values()) {
            Router router = new Router(1, mistake);
            assertThat(sum(asked, router::accuracy)).isEqualTo(sum(asked, Router.PERFECT::accuracy));
            for (RoutingResource resource : RoutingResource.values()) {
                assertThat(sum(asked, one -> router.cost(one, resource)))
                        .isEqualTo(sum(asked, one -> Router.PERFECT.cost(one, resource)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void precisionNoughtThatFallsBackIsTheLargeModelAlone(long seed) {
        List<RoutedQuestion> asked = drawn(seed, 1);
        Router never = new Router(0, Mistake.LARGE);
        assertThat(sum(asked, never::smallShare)).isZero();
        for (RoutingResource resource : RoutingResource.values()) {
            assertThat(sum(asked, one -> never.cost(one, resource)))
                    .isEqualTo(sum(asked, one -> Router.cost(one, one.large(), resource)));
        }
    }

    /** Every small model costs no more than the large one here, as the reason for routing has it. */
    @ParameterizedTest
    @MethodSource("seeds")
    void noRouterIsRightMoreOftenThanThePerfectOneNorCheaperIfItFallsBack(long seed) {
        List<RoutedQuestion> asked = drawn(seed, 0.5);
        double before = Double.NEGATIVE_INFINITY;
        for (double precision = 0; precision <= 1; precision += 0.125) {
            for (Mistake mistake : Mistake.values()) {
                assertThat(sum(asked, new Router(precision, mistake)::accuracy))
                        .isLessThanOrEqualTo(sum(asked, Router.PERFECT::accuracy) + EXACT);
            }
            Router router = new Router(precision, Mistake.LARGE);
            double saved = -sum(asked, one -> router.cost(one, RoutingResource.JOULES));
            assertThat(saved).isGreaterThanOrEqualTo(before - EXACT)
                    .isLessThanOrEqualTo(-sum(asked, one -> Router.PERFECT.cost(one, RoutingResource.JOULES)) + EXACT);
            before = saved;
        }
    }

    @Test
    void mistakesEitherWayLoseRightAnswers() {
        RoutedQuestion easy = new RoutedQuestion("easy", List.of(answer(true, 1, 1, 1, 1), answer(true, 9, 9, 9, 9)));
        RoutedQuestion hard = new RoutedQuestion("hard", List.of(answer(false, 1, 1, 1, 1), answer(true, 9, 9, 9, 9)));
        Router half = new Router(0.5, Mistake.EITHER);
        assertThat(half.accuracy(easy)).isEqualTo(1);
        assertThat(half.accuracy(hard)).isEqualTo(0.5);
        assertThat(half.cost(easy, RoutingResource.JOULES)).isEqualTo(5);
        assertThat(half.cost(hard, RoutingResource.JOULES)).isEqualTo(5);
        assertThat(new Router(0.5, Mistake.LARGE).cost(hard, RoutingResource.JOULES)).isEqualTo(9);
    }

    @Test
    void firstOfSeveralSmallModelsThatIsRightIsTaken() {
        RoutedQuestion asked = new RoutedQuestion("q", List.of(answer(false, 1, 1, 1, 1), answer(true, 3, 3, 3, 3),
                answer(true, 2, 2, 2, 2), answer(true, 9, 9, 9, 9)));
        assertThat(Router.PERFECT.cost(asked, RoutingResource.USD)).isEqualTo(3);
    }

    @Test
    void refusesAShareThatIsNone() {
        assertThatThrownBy(() -> new Router(Double.NaN, Mistake.LARGE)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Router(1.1, Mistake.LARGE)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Asking each question four times over tells nothing new about the questions. */
    @Test
    void epochsDoNotNarrowTheInterval() {
        List<RoutedQuestion> once = drawn(3, 0.5);
        List<RoutedQuestion> fourTimes = new ArrayList<>();
        once.forEach(question -> IntStream.range(0, 4).forEach(epoch -> fourTimes.add(question)));
        QuestionMeans one = new QuestionMeans(once);
        QuestionMeans four = new QuestionMeans(fourTimes);
        assertThat(four.questions()).isEqualTo(one.questions());
        Estimate ofOne = one.mean(Router.PERFECT::accuracy);
        Estimate ofFour = four.mean(Router.PERFECT::accuracy);
        assertThat(ofFour.value()).isCloseTo(ofOne.value(), within(EXACT));
        assertThat(ofFour.interval().low()).isCloseTo(ofOne.interval().low(), within(EXACT));
        assertThat(ofFour.interval().high()).isCloseTo(ofOne.interval().high(), within(EXACT));
    }

    private static List<RoutedQuestion> drawn(long seed, double smallCost) {
        SplittableRandom random = new SplittableRandom(seed);
        int models = random.nextInt(2, 5);
        return IntStream.range(0, random.nextInt(1, 60)).mapToObj(number -> {
            List<ModelAnswer> answers = new ArrayList<>();
            for (int model = 0; model < models; model++) {
                double most = model < models - 1 ? smallCost : 1;
                double least = model < models - 1 ? 0 : smallCost;
                answers.add(answer(random.nextBoolean(), least + random.nextDouble() * (most - least),
                        random.nextDouble(), random.nextDouble(), random.nextDouble()));
            }
            return new RoutedQuestion("q" + number, answers);
        }).toList();
    }

    private static double sum(List<RoutedQuestion> asked, ToDoubleFunction<RoutedQuestion> value) {
        return asked.stream().mapToDouble(value).sum();
    }

    private static ModelAnswer answer(boolean isRight, double joules, double flop, double usd, double seconds) {
        return new ModelAnswer(isRight, OptionalDouble.of(joules), OptionalDouble.of(flop), OptionalDouble.of(usd),
                OptionalDouble.of(seconds));
    }
}
