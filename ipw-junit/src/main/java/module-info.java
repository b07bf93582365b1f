/** Intelligence Per Watt: energy budgets in Jupiter tests, and assertions on joules. */
module dev.ipw.junit {
    requires transitive dev.ipw.energy;
    requires transitive org.junit.jupiter.api;
    // Not transitive: a module that only has budgets compiles without them.
    requires static dev.ipw.agents;
    requires static dev.ipw.core;
    requires static dev.ipw.importing;
    requires static org.assertj.core;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.ipw.junit;
    exports dev.ipw.junit.contract;
    exports dev.ipw.junit.fake;
}
