package dev.ipw.energy.simulation.server;

/** What a board does beside its work: warmth, leakage, how long it stays awake, how soon it sleeps deeply. */
record BoardHabits(double leakShare, double coolingSeconds, double limitCelsius, double throttleCelsius,
        double lingerSeconds,
        double deepAfterSeconds, double deepShare, double dataNoise) {}
