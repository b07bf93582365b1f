package dev.ipw.report.picture;

import java.awt.Color;
import java.awt.Font;
import java.util.List;

/**
 * The colours and fonts of all pictures. The colours are those of Okabe and Ito, which colour-blind people can
 * distinguish.
 */
final class Palette {
    static final Color INK = new Color(0x24, 0x29, 0x2e);
    static final Color QUIET = new Color(0x6a, 0x73, 0x7d);
    static final Color GRID = new Color(0xe5, 0xe8, 0xeb);
    static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 18);
    static final Font LABEL = new Font(Font.SANS_SERIF, Font.PLAIN, 14);
    static final Font SMALL = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    private static final List<Color> HUES = List.of(new Color(0x00, 0x72, 0xb2), new Color(0xd5, 0x5e, 0x00),
            new Color(0x00, 0x9e, 0x73), new Color(0xcc, 0x79, 0xa7), new Color(0xe6, 0x9f, 0x00),
            new Color(0x56, 0xb4, 0xe9), new Color(0x80, 0x80, 0x80));

    private Palette() {}

    /** Returns the colour of a run by its number; after the last one they repeat. */
    static Color of(int hue) {
        return HUES.get(Math.floorMod(hue, HUES.size()));
    }

    static Color of(int hue, int alpha) {
        Color full = of(hue);
        return new Color(full.getRed(), full.getGreen(), full.getBlue(), alpha);
    }
}
