import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.report.picture.BoxPicture;
import dev.ipw.report.picture.HeatMapPicture;
import dev.ipw.report.picture.HistogramPicture;
import dev.ipw.report.picture.LoadPictures;
import dev.ipw.report.picture.OutputDensityPicture;
import dev.ipw.report.picture.RegressionPictures;
import dev.ipw.report.picture.ScatterPicture;

/** Intelligence Per Watt: pictures of runs, as a report in one HTML file and as images. */
module dev.ipw.report {
    requires dev.ipw.analysis;
    requires transitive dev.ipw.core;
    requires transitive java.desktop;
    requires org.slf4j;
    requires xchart;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.ipw.report;
    exports dev.ipw.report.picture;
    exports dev.ipw.report.query to dev.ipw.cli;
    exports dev.ipw.report.view;

    uses AnalysisProvider;

    provides VisualizationProvider
            with BoxPicture, HeatMapPicture, HistogramPicture, LoadPictures, OutputDensityPicture, RegressionPictures,
            ScatterPicture;
}
