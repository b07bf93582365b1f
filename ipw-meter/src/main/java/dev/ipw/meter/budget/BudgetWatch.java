package dev.ipw.meter.budget;

import dev.ipw.error.ConfigurationException;
import dev.ipw.meter.MeterBlock;
import dev.ipw.meter.MeterListener;
import dev.ipw.meter.RequestOrigin;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The joules that tenants use of their budgets. Warns in the log once in a period when 80 % and when all of a budget is
 * used. Joules count when they are divided, a few seconds after their use, so requests that are open when a budget is
 * used up exceed it. Joules of a block belong to the period in which the block starts. Requests without a figure count
 * as nothing.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class BudgetWatch implements MeterListener {
    /** Tenants beyond these share one account of each budget for each tenant, so that its memory is bounded. */
    private static final int MAX_TENANTS = 10_000;
    private static final double NEARLY = 0.8;
    private static final Logger LOGGER = LoggerFactory.getLogger(BudgetWatch.class);

    private final Map<Key, TenantBudget> budgets = new LinkedHashMap<>();
    private final Map<Key, Account> accounts = new LinkedHashMap<>();
    private final InstantSource clock;
    private Instant clearedHour = Instant.MIN;

    /**
     * Creates a watch of budgets of which nothing is used yet.
     *
     * @param budgets the budgets; one for each tenant and period
     * @param clock   the wall clock that ends periods
     * @throws ConfigurationException if a tenant has two budgets for the same period
     */
    public BudgetWatch(List<TenantBudget> budgets, InstantSource clock) {
        this.clock = clock;
        for (TenantBudget budget : budgets) {
            if (this.budgets.put(new Key(budget.tenant(), budget.period()), budget) != null) {
                throw new ConfigurationException("Two budgets for '" + budget.tenant() + "' per "
                        + budget.period().label() + ": keep one of them");
            }
        }
    }

    private record Key(String tenant, BudgetPeriod period) {}

    /** The joules that were used of a budget in a period. */
    private static final class Account {
        private final TenantBudget budget;
        private Instant periodStart = Instant.MIN;
        private double usedJoules;
        private double warnedRatio;

        Account(TenantBudget budget) {
            this.budget = budget;
        }

        BudgetUse use(Instant now) {
            return new BudgetUse(budget, isOver(now) ? 0 : usedJoules);
        }

        private boolean isOver(Instant now) {
            return budget.period().start(now).isAfter(periodStart);
        }

        /** Adds joules, unless they belong to a period that is over; returns a warning if one is due. */
        Optional<String> add(double joules, Instant used) {
            if (isOver(used)) {
                periodStart = budget.period().start(used);
                usedJoules = 0;
                warnedRatio = 0;
            }
            if (used.isBefore(periodStart)) {
                return Optional.empty();
            }
            usedJoules += joules;
            double ratio = usedJoules / budget.joules();
            double step = ratio >= 1 ? 1 : ratio >= NEARLY ? NEARLY : 0;
            if (step <= warnedRatio) {
                return Optional.empty();
            }
            warnedRatio = step;
            return Optional.of(step < 1 ? "has used 80 % of" : "has used up");
        }
    }

    @Override
    public void blockDivided(MeterBlock block) {
        Instant started = clock.instant().minus(block.length()); // By the clock that ends periods.
        for (MeterBlock.RequestShare share : block.requests()) {
            double joules = share.energy().joules().orElse(0);
            if (joules > 0) { // Names that only refused requests have get no account.
                charge(share.origin().tenant(), joules, started);
            }
        }
    }

    /**
     * Counts joules of a tenant, for example those that an earlier process logged in this period.
     *
     * @param tenant who used them
     * @param joules the joules, at least zero
     * @param used   when
     */
    public void charge(String tenant, double joules, Instant used) {
        for (BudgetPeriod period : BudgetPeriod.values()) {
            BudgetUse use;
            Optional<String> warning;
            synchronized (this) {
                Optional<Account> account = account(tenant, period, used);
                if (account.isEmpty()) {
                    continue;
                }
                warning = account.get().add(joules, used);
                use = new BudgetUse(account.get().budget, account.get().usedJoules);
            }
            warning.ifPresent(
                    text -> LOGGER.warn("The tenant '{}' {} its budget of {}: {}", use.budget().tenant(), text,
                            use.budget().limitText(), TenantBudget.text(use.usedJoules())));
        }
    }

    private Optional<Account> account(String tenant, BudgetPeriod period, Instant used) {
        Key key = new Key(tenant, period);
        Optional<TenantBudget> budget = budget(key);
        if (budget.isEmpty() || accounts.containsKey(key)) {
            return Optional.ofNullable(accounts.get(key));
        }
        Instant hour = BudgetPeriod.HOUR.start(used);
        if (accounts.size() >= MAX_TENANTS && hour.isAfter(clearedHour)) { // Periods end with an hour.
            accounts.values().removeIf(account -> account.isOver(used));
            clearedHour = hour;
        }
        String counted = accounts.size() < MAX_TENANTS || budgets.containsKey(key) ? tenant : RequestOrigin.OTHER;
        return Optional.of(accounts.computeIfAbsent(new Key(counted, period),
                unused -> new Account(budget.get().of(counted))));
    }

    private Optional<TenantBudget> budget(Key key) {
        TenantBudget own = budgets.get(key);
        return Optional.ofNullable(own == null ? budgets.get(new Key(TenantBudget.EACH_TENANT, key.period())) : own);
    }

    /**
     * Decides whether a request may be sent. Waits for nothing.
     *
     * @param tenant who asks
     * @return why not; empty if it may, because something is left of each of the tenant's budgets
     */
    public synchronized Optional<BudgetRefusal> refusal(String tenant) {
        Instant now = clock.instant();
        Optional<BudgetRefusal> refusal = Optional.empty();
        for (BudgetPeriod period : BudgetPeriod.values()) {
            Key key = new Key(tenant, period);
            boolean isFurther = !accounts.containsKey(key) && accounts.size() >= MAX_TENANTS
                    && budget(key).isPresent();
            Account account = accounts.get(isFurther ? new Key(RequestOrigin.OTHER, period) : key);
            if (account != null && account.use(now).usedRatio() >= 1) { // The longest period decides: it is the last.
                refusal = Optional.of(refusal(account.use(now), now));
            }
        }
        return refusal;
    }

    private static BudgetRefusal refusal(BudgetUse use, Instant now) {
        TenantBudget budget = use.budget();
        Instant next = budget.period().end(now);
        return new BudgetRefusal("The energy budget of '" + budget.tenant() + "', " + budget.limitText()
                + ", is used up: " + TenantBudget.text(use.usedJoules()) + ". The next period begins at " + next,
                Duration.ofSeconds(Duration.between(now, next).toSeconds() + 1));
    }

    /**
     * Returns the use of all budgets.
     *
     * @return one for each tenant with a budget of its own, and for each other tenant that has used something of one
     */
    public synchronized List<BudgetUse> uses() {
        Instant now = clock.instant();
        List<BudgetUse> uses = new ArrayList<>();
        for (TenantBudget budget : budgets.values()) {
            if (!budget.tenant().equals(TenantBudget.EACH_TENANT)
                    && !accounts.containsKey(new Key(budget.tenant(), budget.period()))) {
                uses.add(new BudgetUse(budget, 0));
            }
        }
        accounts.values().forEach(account -> uses.add(account.use(now)));
        return uses;
    }
}
