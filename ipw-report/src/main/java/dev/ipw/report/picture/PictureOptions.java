package dev.ipw.report.picture;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.DurationText;
import dev.ipw.plugin.Parameters;
import dev.ipw.record.Dimension;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The options of all pictures.
 *
 * @param title  replaces the picture's own title
 * @param width  pixels
 * @param height pixels
 * @param bins   the number of bins of a histogram
 * @param bin    their width, as typed
 * @param logX   true for a logarithmic x axis
 * @param logY   true for a logarithmic y axis
 */
record PictureOptions(Optional<String> title, int width, int height, OptionalInt bins, Optional<String> bin,
        boolean logX, boolean logY) {
    private static final int WIDTH = 1200;
    private static final int HEIGHT = 800;
    private static final int LARGEST = 8_000;

    /** Reads the options; the picture's own are read before or after, and then {@link Parameters#rejectUnknown()}. */
    static PictureOptions of(Parameters parameters) {
        OptionalInt bins = parameters.integer("bins");
        if (bins.isPresent() && (bins.getAsInt() < 1 || bins.getAsInt() > Bins.MAX)) {
            throw new ConfigurationException(
                    "bins must be 1 to " + Bins.MAX + ", not " + bins.getAsInt());
        }
        if (bins.isPresent() && parameters.text("bin").isPresent()) {
            throw new ConfigurationException("Give bins or bin: how many there are, or how wide they are, not both");
        }
        return new PictureOptions(parameters.text("title"), size(parameters, "width", WIDTH),
                size(parameters, "height", HEIGHT), bins, parameters.text("bin"),
                parameters.flag("log_x").orElse(false), parameters.flag("log_y").orElse(false));
    }

    private static int size(Parameters parameters, String key, int usual) {
        int pixels = parameters.integer(key).orElse(usual);
        if (pixels < Picture.SMALLEST || pixels > LARGEST) {
            throw new ConfigurationException(
                    key + " must be " + Picture.SMALLEST + " to " + LARGEST + " pixels, not " + pixels);
        }
        return pixels;
    }

    /** Chooses bins for values that are shown in a measure's unit. */
    Bins bins(Measure measure, double[] values, boolean logarithmic) {
        if (bin.isPresent() && logarithmic) {
            throw new ConfigurationException(
                    "bin gives bins of one width, and those of a logarithmic axis grow. Give bins, how many there are");
        }
        OptionalDouble width = bin.isPresent()
                ? OptionalDouble.of(width(bin.get(), measure.dimension()) * measure.factor())
                : OptionalDouble.empty();
        try {
            return Bins.of(values, bins, width, logarithmic);
        } catch (IllegalArgumentException wrong) {
            throw new ConfigurationException("bin=" + bin.orElse("") + " does not fit "
                    + measure.dimension().label() + ": " + wrong.getMessage(), wrong);
        }
    }

    /** Parses a width: a number in the dimension's unit, or for times a duration such as 1ms. */
    private static double width(String typed, Dimension dimension) {
        Optional<Duration> duration = dimension.unit().equals("s") ? DurationText.parse(typed) : Optional.empty();
        try {
            double width = duration.isPresent() ? duration.get().toNanos() / 1e9 : Double.parseDouble(typed.strip());
            if (width > 0 && Double.isFinite(width)) {
                return width;
            }
        } catch (NumberFormatException notANumber) {
            throw new ConfigurationException(wrong(typed, dimension), notANumber);
        }
        throw new ConfigurationException(wrong(typed, dimension));
    }

    private static String wrong(String typed, Dimension dimension) {
        return "bin must be a width above zero in " + dimension.unit()
                + (dimension.unit().equals("s") ? ", or a duration such as 1ms" : "") + ", not '" + typed + "'";
    }

    /** Returns the options for the axis to which the width does not apply. */
    PictureOptions withoutWidth() {
        return new PictureOptions(title, width, height, bins, Optional.empty(), logX, logY);
    }

    Path write(Picture picture, Path directory, String name) {
        return picture.write(directory.resolve(name + ".png"), width, height);
    }
}
