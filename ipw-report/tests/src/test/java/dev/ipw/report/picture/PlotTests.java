package dev.ipw.report.picture;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PlotTests {
    private static final Axis X = Axis.of("across", "s");
    private static final Axis Y = Axis.of("up", "J");

    @TempDir
    Path folder;

    @Test
    void drawsEveryTraceInItsColour() throws IOException {
        Plot figure = Plot.of("two runs", X, Y)
                .with(Trace.points("a", new double[]{1, 2, 3}, new double[]{1, 4, 9}))
                .with(Trace.line("b", new double[]{1, 2, 3}, new double[]{2, 3, 4}).inHue(1)).withNote("n = 3");
        BufferedImage image = ImageIO.read(figure.write(folder.resolve("two.png"), 640, 480).toFile());
        assertThat(image.getWidth()).isEqualTo(640);
        assertThat(image.getHeight()).isEqualTo(480);
        assertThat(pixels(image, Palette.of(0))).isPositive();
        assertThat(pixels(image, Palette.of(1))).isPositive();
        assertThat(pixels(image, Palette.of(2))).isZero();
    }

    @Test
    void drawsAxesWhereThereIsNothingElse() {
        BufferedImage image = Plot.of("nothing", X, Y).image(400, 300);
        assertThat(pixels(image, Palette.of(0))).isZero();
        assertThat(pixels(image, Color.WHITE)).isLessThan(400 * 300);
    }

    @Test
    void leavesOutWhatHasNoPlaceOnALogarithmicAxis() {
        Trace points = Trace.points("a", new double[]{-1, 0, 10, 100}, new double[]{1, 1, 1, 2});
        assertThat(pixels(Plot.of("log", X.logarithmic(true), Y).with(points).image(400, 300), Palette.of(0)))
                .isPositive();
        Trace none = Trace.points("a", new double[]{-1, 0}, new double[]{1, 1});
        assertThat(pixels(Plot.of("log", X.logarithmic(true), Y).with(none).image(400, 300), Palette.of(0)))
                .isZero();
    }

    @Test
    void needsNoTemporaryFile() throws IOException {
        Path missing = Files.createDirectory(folder.resolve("missing"));
        ImageIO.setCacheDirectory(missing.toFile());
        try {
            Files.delete(missing);
            Path file = Plot.of("nothing", X, Y).write(folder.resolve("a.png"), 400, 300);
            assertThat(ImageIO.read(file.toFile()).getWidth()).isEqualTo(400);
        } finally {
            ImageIO.setCacheDirectory(null);
        }
    }

    @Test
    void refusesASizeThatCannotBeRead() {
        assertThatThrownBy(() -> Plot.of("small", X, Y).image(100, 300)).hasMessageContaining("take 200 or more");
    }

    @Test
    void thinsVeryManyPoints() {
        double[] many = new Random(1).doubles(1_000_000).toArray();
        Trace points = Trace.points("a", many, many);
        assertThat(points.x().length).isBetween(Trace.MAX_POINTS / 2, Trace.MAX_POINTS);
        assertThat(points.x()[0]).isEqualTo(many[0]);
    }

    @Test
    void drawsABoxByTheRuleOfTukey() {
        double[] values = IntStream.concat(IntStream.rangeClosed(1, 9), IntStream.of(100)).asDoubleStream().toArray();
        List<Trace> box = Trace.box("a", 1, values);
        assertThat(box.getFirst().x()).containsExactly(3.25, 7.75, 7.75, 3.25, 3.25);
        assertThat(box.get(1).x()).containsExactly(5.5, 5.5);
        assertThat(box.get(2).x()).containsExactly(1, 3.25);
        assertThat(box.get(3).x()).containsExactly(7.75, 9);
        assertThat(box.get(4).x()).containsExactly(100);
        assertThat(Trace.box("a", 1)).isEmpty();
    }

    @Test
    void climbsToOneInADistribution() {
        Trace steps = Trace.distribution("a", 3, 1, Double.NaN, 2, 2);
        assertThat(steps.x()).containsExactly(1, 1, 2, 2, 2, 2, 3, 3);
        assertThat(steps.y()).containsExactly(0, 0.25, 0.25, 0.5, 0.5, 0.75, 0.75, 1);
    }

    @Test
    void outlinesShares() {
        Trace outline = Trace.histogram("a", new double[]{0.5, 0.6, 1.5, 9}, new Bins(new double[]{0, 1, 2}));
        assertThat(outline.x()).containsExactly(0, 0, 1, 1, 2, 2);
        assertThat(outline.y()).containsExactly(0, 0.5, 0.5, 0.25, 0.25, 0);
    }

    @Test
    void meansOverBinsOfTwoLengths() {
        HeatMap map = HeatMap.of("map", X, Y, Axis.of("time", "ms"), new Bins(new double[]{0, 10, 20}),
                new Bins(new double[]{0, 1}), new double[]{1, 2, 15, 99}, new double[]{0, 1, 0.5, 0.5},
                new double[]{4, 6, 7, 8});
        assertThat(map.means()[0]).containsExactly(5);
        assertThat(map.means()[1]).containsExactly(7);
        assertThat(map.withNote("n = 3").image(400, 300).getWidth()).isEqualTo(400);
    }

    private static long pixels(BufferedImage image, Color colour) {
        return IntStream.range(0, image.getWidth() * image.getHeight())
                .filter(pixel -> image.getRGB(pixel % image.getWidth(), pixel / image.getWidth()) == colour.getRGB())
                .count();
    }
}
