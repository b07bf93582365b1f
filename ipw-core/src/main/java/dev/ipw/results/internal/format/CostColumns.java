package dev.ipw.results.internal.format;

import dev.ipw.cost.QueryCost;
import dev.ipw.internal.number.Money;
import dev.ipw.internal.table.ColumnType.Leaf;
import dev.ipw.internal.tree.TreeReader;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The columns of a query's cost. */
final class CostColumns extends StructColumns<QueryCost> {
    private final Column<QueryCost, Optional<BigDecimal>> input = money("input_cost_usd",
            "the prompt's uncached tokens", QueryCost::inputUsd);
    private final Column<QueryCost, Optional<BigDecimal>> output = money("output_cost_usd",
            "the answer without reasoning", QueryCost::outputUsd);
    private final Column<QueryCost, Optional<BigDecimal>> tool = money("tool_cost_usd", "calls of tools",
            QueryCost::toolUsd);
    private final Column<QueryCost, Optional<BigDecimal>> cachedInput;
    private final Column<QueryCost, Optional<BigDecimal>> reasoning;
    private final Column<QueryCost, Optional<BigDecimal>> machine;
    private final Column<QueryCost, Optional<BigDecimal>> electricity;
    private final Column<QueryCost, OptionalDouble> carbon;
    private final Column<QueryCost, String> source;
    private final Column<QueryCost, Optional<String>> reason;

    CostColumns() {
        money("total_cost_usd", "sum of the parts; absent if a part has no price",
                QueryCost::totalUsd);
        cachedInput = money("cached_input_cost_usd", "the prompt's cached tokens", QueryCost::cachedInputUsd);
        reasoning = money("reasoning_cost_usd", "reasoning", QueryCost::reasoningUsd);
        machine = money("machine_cost_usd", "the share of the machine's time", QueryCost::machineUsd);
        electricity = money("electricity_cost_usd", "the joules", QueryCost::electricityUsd);
        carbon = real("co2e_grams", "grams of CO2 equivalents of the joules", QueryCost::carbonGrams);
        source = text("source", "where the prices come from", QueryCost::source);
        reason = optionalText("reason", "why there is no total", QueryCost::reason);
    }

    private Column<QueryCost, Optional<BigDecimal>> money(String name, String meaning,
            Function<QueryCost, Optional<BigDecimal>> amount) {
        return column(name, meaning + ", US dollars", Leaf.REAL,
                (cost, cell) -> Money.real(amount.apply(cost)).ifPresent(cell::real), CostColumns::money);
    }

    @Override
    public QueryCost read(TreeReader row) {
        return new QueryCost(input.in(row), cachedInput.in(row), output.in(row), reasoning.in(row), tool.in(row),
                machine.in(row), electricity.in(row), carbon.in(row), source.in(row), reason.in(row));
    }

    /** Reads an amount; the shortest text of the double is the amount that was written. */
    static Optional<BigDecimal> money(TreeReader row, String key) {
        OptionalDouble value = row.optionalReal(key);
        return value.isEmpty() ? Optional.empty() : Optional.of(BigDecimal.valueOf(value.getAsDouble()));
    }
}
