package dev.ipw.engine.format;

import dev.ipw.internal.tree.TreeReader;
import java.util.Optional;

/** Define the columns of a tool that worked for a query. */
final class ToolColumns extends StructColumns<UsedTool> {
    private final EnergyReadingColumns energy = EnergyReadingColumns.INSTANCE;

    ToolColumns() {
        include(ToolSpanColumns.INSTANCE, UsedTool::span);
        includeOptional(energy, UsedTool::energy);
    }

    @Override
    public UsedTool read(TreeReader row) {
        return new UsedTool(ToolSpanColumns.INSTANCE.read(row),
                energy.isIn(row) ? Optional.of(energy.read(row)) : Optional.empty());
    }
}
