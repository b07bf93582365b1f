package dev.ipw.report.picture;

import dev.ipw.error.IpwException;
import dev.ipw.internal.file.AtomicFile;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.apiguardian.api.API;

/** A drawing of any size. It needs no screen. */
@API(status = API.Status.EXPERIMENTAL)
public sealed interface Picture permits Plot, HeatMap, HeatMapInRange, MarginalScatter {
    /** The minimum width and height in pixels: a smaller picture is illegible. */
    int SMALLEST = 200;

    /**
     * Draws into a rectangle whose upper left corner is the origin.
     *
     * @param graphics the target
     * @param width    pixels
     * @param height   pixels
     */
    void paint(Graphics2D graphics, int width, int height);

    /**
     * Draws an image.
     *
     * @param width  pixels, at least {@value #SMALLEST}
     * @param height pixels, at least {@value #SMALLEST}
     * @return the image, on white
     * @throws IllegalArgumentException if it is smaller
     * @throws IpwException             if this system has no fonts, or lacks a library that draws them
     */
    default BufferedImage image(int width, int height) {
        if (width < SMALLEST || height < SMALLEST) {
            throw new IllegalArgumentException(
                    "A picture of " + width + " x " + height + " pixels cannot be read; take "
                            + SMALLEST + " or more for each");
        }
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            graphics.setColor(Color.WHITE);
            graphics.fillRect(0, 0, width, height);
            requireFonts(graphics);
            paint(graphics, width, height);
        } finally {
            graphics.dispose();
        }
        return image;
    }

    private static void requireFonts(Graphics2D graphics) {
        try {
            graphics.getFontMetrics();
        } catch (UnsatisfiedLinkError noLibrary) {
            throw new IpwException(
                    "No picture can be drawn: the Java runtime needs a library that this system lacks. Install"
                            + " the one named here: " + noLibrary.getMessage() + ".",
                    noLibrary);
        } catch (RuntimeException | InternalError | LinkageError noFonts) {
            throw new IpwException(
                    "No picture can be drawn: this system has no fonts. Install some, for example the packages"
                            + " fontconfig and fonts-dejavu-core.",
                    noFonts);
        }
    }

    /**
     * Writes a PNG file, replacing an existing one.
     *
     * @param file   the file; its folder exists
     * @param width  pixels, at least {@value #SMALLEST}
     * @param height pixels, at least {@value #SMALLEST}
     * @return the file
     * @throws IpwException if it cannot be written, or this system has no fonts or lacks a library that draws them
     */
    default Path write(Path file, int width, int height) {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        // In memory: a stream of ImageIO's own would need a temporary file.
        try (ImageOutputStream out = new MemoryCacheImageOutputStream(png)) {
            ImageIO.write(image(width, height), "png", out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        AtomicFile.write(file, png.toByteArray());
        return file;
    }
}
