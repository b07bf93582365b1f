package dev.ipw.examples.programs;

import dev.ipw.telemetry.CollectorSelection;
import dev.ipw.telemetry.Measured;
import dev.ipw.telemetry.TelemetrySession;
import java.math.BigInteger;

/** A program that measures the energy of a piece of code, without a model or a server. */
public final class MeasureAnyCode {
    private MeasureAnyCode() {}

    /**
     * Computes a factorial, and prints its joules by the sensors of this machine, or an estimate where there are none.
     */
    public static void main(String[] arguments) {
        try (TelemetrySession telemetry = TelemetrySession.builder().collectors(CollectorSelection.auto().orEstimate())
                .open()) {
            Measured<BigInteger> measured = telemetry.measure(() -> factorial(5000));
            System.out.println(measured.value().bitLength() + " bits in " + measured.window().duration());
            System.out.println(measured.energy());
        }
    }

    private static BigInteger factorial(int number) {
        BigInteger product = BigInteger.ONE;
        for (int factor = 2; factor <= number; factor++) {
            product = product.multiply(BigInteger.valueOf(factor));
        }
        return product;
    }
}
