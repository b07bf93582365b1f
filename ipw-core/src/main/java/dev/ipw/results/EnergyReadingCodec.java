package dev.ipw.results;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Turn readings in joules into trees and back. */
final class EnergyReadingCodec {
    private EnergyReadingCodec() {}

    static TreeBuilder toTree(EnergyReading reading) {
        return TreeBuilder.object().put("joules", reading.joules()).put("lower", reading.lower())
                .put("upper", reading.upper()).put("provenance", reading.provenance().name())
                .put("scope", reading.scopeLabel()).put("source", reading.source()).put("flags", flags(reading))
                .put("reason", reading.reason());
    }

    static EnergyReading fromTree(TreeReader tree) {
        return new EnergyReading(tree.optionalReal("joules"), tree.optionalReal("lower"), tree.optionalReal("upper"),
                tree.text("provenance", Labels.of(Provenance.class)), scopes(tree.text("scope")),
                tree.text("source"),
                flags(tree.texts("flags")), tree.optionalText("reason"));
    }

    /** List a reading's flags by name, in their order. */
    static List<String> flags(EnergyReading reading) {
        return reading.flags().stream().sorted().map(EnergyFlag::name).toList();
    }

    static Set<EnergyFlag> flags(List<String> names) {
        return names.stream().map(name -> Labels.parse(EnergyFlag.class, name)).collect(Collectors.toSet());
    }

    /** Read scopes from their label. */
    static Set<Scope> scopes(String label) {
        return Arrays.stream(label.split("\\+")).map(word -> Labels.parse(Scope.class, word))
                .collect(Collectors.toSet());
    }
}
