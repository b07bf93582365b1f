/** The joules of every request of a running model server, live. */
module dev.ipw.meter {
    requires dev.ipw.core;
    requires transitive dev.ipw.energy;
    requires org.slf4j;
    requires static org.apiguardian.api;
    requires static org.jspecify;

    exports dev.ipw.meter;
    exports dev.ipw.meter.log;
}
