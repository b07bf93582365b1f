package dev.ipw.report.picture;

import java.awt.Graphics2D;

/** A heat map with the colour range that the maps of other runs share. */
record HeatMapInRange(HeatMap map, double least, double most) implements Picture {
    @Override
    public void paint(Graphics2D graphics, int width, int height) {
        map.paint(graphics, width, height, least, most);
    }
}
