package com.example.starter;

import dev.ipw.junit.EnergyBudget;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private static final long SEED = 42;
    private static final int NUMBERS = 200_000;

    @Test
    @EnergyBudget(joules = 20, allowEstimates = true)
    void sortsWithinBudget() {
        new Random(SEED).ints(NUMBERS).sorted().sum();
    }
}
