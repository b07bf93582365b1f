/** Intelligence Per Watt: energy budgets in Jupiter tests, and assertions on joules. */
module dev.ipw.junit {
    requires transitive dev.ipw.core;
    requires transitive org.junit.jupiter.api;
    requires static transitive dev.ipw.importing;
    requires static transitive org.apiguardian.api;
    requires static transitive org.assertj.core;
    requires static transitive org.jspecify;

    exports dev.ipw.junit;
    exports dev.ipw.junit.contract;
    exports dev.ipw.junit.fake;
}
