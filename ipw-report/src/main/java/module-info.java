/** Intelligence Per Watt: pictures of runs, as a report in one HTML file and as images. */
module dev.ipw.report {
    requires dev.ipw.core;
    requires java.desktop;
    requires xchart;
    requires static transitive org.jspecify;
}
