package dev.ipw.meter.budget;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.error.ConfigurationException;
import dev.ipw.meter.MeterBlock;
import dev.ipw.meter.RequestOrigin;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class BudgetWatchTests {
    private static final Instant NOON = Instant.parse("2026-02-28T12:00:00Z");

    private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
    private final List<String> warnings = new ArrayList<>();
    private final Logger logger = Logger.getLogger(BudgetWatch.class.getName());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord message) {
            warnings.add(new SimpleFormatter().formatMessage(message));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void leave() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    private BudgetWatch watch(String... budgets) {
        return new BudgetWatch(Stream.of(budgets).map(TenantBudget::parse).toList(), now::get);
    }

    @ParameterizedTest
    @CsvSource({"tenant-a=5MJ/day,tenant-a,5e6,DAY", "a=1J/hour,a,1,HOUR", "a=2.5kJ/month,a,2500,MONTH",
            "*=1kWh/day,*,3.6e6,DAY", "a = 3 Wh/day,a,10800,DAY", "a=b=1GJ/day,a=b,1e9,DAY",
            "ü=1MWh/hour,ü,3.6e9,HOUR"})
    void readsABudget(String text, String tenant, double joules, BudgetPeriod period) {
        TenantBudget budget = TenantBudget.parse(text);
        assertThat(budget.tenant()).isEqualTo(tenant);
        assertThat(budget.joules()).isCloseTo(joules, within(1e-9 * joules));
        assertThat(budget.period()).isEqualTo(period);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "a=", "=5J/day", "a=5J", "a=J/day", "a=-5J/day", "a=0J/day", "a=5mj/day", "a=5J/week",
                    "a=5J/day/hour", "a=1e9J/day", "a=NaNJ/day", " =5J/day", "a=5/day"})
    void refusesOtherTexts(String text) {
        assertThatThrownBy(() -> TenantBudget.parse(text)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("budget");
    }

    @Test
    void refusesTwoBudgetsOfOnePeriod() {
        assertThatThrownBy(() -> watch("a=1J/day", "a=2J/day")).isInstanceOf(ConfigurationException.class)
                .hasMessage("Two budgets for 'a' per day: keep one of them");
    }

    @Test
    void warnsOnceAtEachStep() {
        BudgetWatch watch = watch("a=100J/day");
        for (int i = 0; i < 15; i++) {
            watch.charge("a", 10, NOON);
        }
        assertThat(warnings).containsExactly("The tenant 'a' has used 80 % of its budget of 100 J/day: 80 J",
                "The tenant 'a' has used up its budget of 100 J/day: 100 J");
        watch.charge("a", 85, NOON.plus(Duration.ofDays(1)));
        assertThat(warnings).hasSize(3);
    }

    @Test
    void refusesBeyondTheBudgetUntilTheNextPeriod() {
        BudgetWatch watch = watch("a=5MJ/day");
        watch.charge("a", 4.9e6, NOON);
        assertThat(watch.refusal("a")).isEmpty();
        watch.charge("a", 0.2e6, NOON);
        assertThat(watch.refusal("a")).hasValue(new BudgetRefusal("The energy budget of 'a', 5 MJ/day, is used up:"
                + " 5.1 MJ. The next period begins at 2026-03-01T00:00:00Z", Duration.ofSeconds(12 * 3600 + 1)));
        assertThat(watch.refusal("b")).isEmpty();
        now.set(Instant.parse("2026-03-01T00:00:00Z"));
        assertThat(watch.refusal("a")).isEmpty();
        assertThat(watch.uses()).containsExactly(new BudgetUse(TenantBudget.parse("a=5MJ/day"), 0));
        watch.charge("a", 9e6, NOON); // A late block of the period before.
        assertThat(watch.uses().getFirst().usedJoules()).isZero();
        assertThat(watch.refusal("a")).isEmpty();
    }

    @Test
    void ignoresLateBlocksOnceThePeriodHasJoules() {
        BudgetWatch watch = watch("a=5MJ/hour");
        watch.charge("a", 10, NOON);
        watch.charge("a", 7, NOON.minusSeconds(1));
        assertThat(watch.uses().getFirst().usedJoules()).isEqualTo(10);
        assertThat(watch.uses().getFirst().remainingJoules()).isEqualTo(5e6 - 10);
    }

    @Test
    void letsTheLongestPeriodDecideWhenToRetry() {
        BudgetWatch watch = watch("a=10J/hour", "a=15J/month");
        watch.charge("a", 12, NOON);
        assertThat(watch.refusal("a").orElseThrow().retryAfter()).isEqualTo(Duration.ofSeconds(3601));
        watch.charge("a", 4, NOON.plusSeconds(3600));
        now.set(NOON.plusSeconds(3600));
        assertThat(watch.refusal("a").orElseThrow().reason()).contains("15 J/month", "2026-03-01T00:00:00Z");
    }

    @Test
    void givesEachTenantABudget() {
        BudgetWatch watch = watch("*=10J/day", "vip=100J/day");
        for (String tenant : List.of("a", "b", "vip")) {
            watch.charge(tenant, 11, NOON);
        }
        watch.charge("c", 9, NOON);
        assertThat(Stream.of("a", "b", "c", "d", "vip").filter(tenant -> watch.refusal(tenant).isPresent()))
                .containsExactly("a", "b");
    }

    @Test
    void holdsBoundedManyTenants() {
        BudgetWatch watch = watch("*=10J/day", "vip=100J/day");
        double joules = 0;
        for (int i = 0; i < 100_000; i++) {
            watch.charge("tenant-" + i, 1, NOON);
            joules++;
        }
        watch.charge("vip", 1, NOON);
        assertThat(watch.uses()).hasSizeLessThanOrEqualTo(10_002);
        assertThat(watch.uses().stream().mapToDouble(BudgetUse::usedJoules).sum()).isEqualTo(joules + 1);
        assertThat(watch.refusal("tenant-99999")).isPresent(); // It shares an account with those that came late.
        assertThat(watch.refusal("tenant-0")).isEmpty();
        assertThat(watch.refusal("vip")).isEmpty();
        watch.charge("tenant-99999", 1, NOON.plus(Duration.ofDays(1))); // The accounts of yesterday make room.
        assertThat(watch.uses().stream().filter(use -> use.budget().tenant().equals("tenant-99999"))).hasSize(1);
    }

    @Test
    void countsTheSharesOfABlock() {
        BudgetWatch watch = watch("*=10J/day");
        EnergyReading known = EnergyReading.of(4, 3, 5, Provenance.ESTIMATED, Scope.GPU, "shares",
                EnumSet.of(EnergyFlag.ATTRIBUTED));
        EnergyReading unknown = EnergyReading.unavailable(Scope.GPU, "shares", "its sensor is lost");
        watch.blockDivided(new MeterBlock(NOON, Duration.ofSeconds(5), List.of(),
                List.of(share("a", known), share("a", known), share("b", unknown))));
        assertThat(watch.uses()).containsExactly(new BudgetUse(TenantBudget.parse("a=10J/day"), 8));
        assertThat(watch.uses().getFirst().usedRatio()).isCloseTo(0.8, within(1e-12));
        assertThat(warnings).hasSize(1);
    }

    @Test
    void countsABlockInThePeriodInWhichItStarts() {
        BudgetWatch watch = watch("*=10J/day");
        EnergyReading known = EnergyReading.of(4, 3, 5, Provenance.ESTIMATED, Scope.GPU, "shares", EnumSet.of(
                EnergyFlag.ATTRIBUTED));
        for (int second = -1; second < 3; second++) { // The clock of the blocks may be another one.
            now.set(Instant.parse("2026-03-01T00:00:04Z").plusSeconds(second));
            watch.blockDivided(new MeterBlock(NOON, Duration.ofSeconds(5), List.of(), List.of(share("a", known))));
        }
        assertThat(watch.uses().getFirst().usedJoules()).isEqualTo(8);
    }

    private static MeterBlock.RequestShare share(String tenant, EnergyReading energy) {
        return new MeterBlock.RequestShare("0".repeat(32), RequestOrigin.of("m", tenant), energy,
                Optional.empty());
    }
}
