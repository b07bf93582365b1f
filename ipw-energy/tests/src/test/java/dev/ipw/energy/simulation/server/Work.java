package dev.ipw.energy.simulation.server;

/** What a step asks of a board; stretch is how much longer its units are held than they work (pipeline bubbles). */
record Work(double flops, double bytes, double linkBytes, double launchSeconds, double stretch) {}
