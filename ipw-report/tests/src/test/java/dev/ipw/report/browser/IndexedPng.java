package dev.ipw.report.browser;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/** Writes a picture of a page with its 256 most frequent colours, a third of the size; the others become the nearest of them. */
final class IndexedPng {
    private static final int MAX = 256;

    private final BufferedImage picture;

    IndexedPng(BufferedImage picture) {
        this.picture = picture;
    }

    byte[] bytes() throws IOException {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int y = 0; y < picture.getHeight(); y++) {
            for (int x = 0; x < picture.getWidth(); x++) {
                counts.merge(picture.getRGB(x, y), 1, Integer::sum);
            }
        }
        List<Integer> kept = counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX).map(Map.Entry::getKey).toList();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(indexed(kept.stream().mapToInt(Integer::intValue).toArray()), "png", out);
        return out.toByteArray();
    }

    private BufferedImage indexed(int[] colours) {
        IndexColorModel model = new IndexColorModel(8, colours.length, colours, 0, false, -1,
                DataBuffer.TYPE_BYTE);
        BufferedImage made = new BufferedImage(picture.getWidth(), picture.getHeight(), BufferedImage.TYPE_BYTE_INDEXED,
                model);
        Map<Integer, Integer> places = new HashMap<>();
        for (int y = 0; y < picture.getHeight(); y++) {
            for (int x = 0; x < picture.getWidth(); x++) {
                int place = places.computeIfAbsent(picture.getRGB(x, y), colour -> nearest(colour, colours));
                made.getRaster().setSample(x, y, 0, place);
            }
        }
        return made;
    }

    private static int nearest(int colour, int[] colours) {
        int[] distances = Arrays.stream(colours).map(other -> distance(colour, other)).toArray();
        int best = 0;
        for (int place = 1; place < distances.length; place++) {
            best = distances[place] < distances[best] ? place : best;
        }
        return best;
    }

    private static int distance(int one, int other) {
        int sum = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            int difference = (one >> shift & 0xff) - (other >> shift & 0xff);
            sum += difference * difference;
        }
        return sum;
    }
}
