package dev.ipw.telemetry.hardware.processor;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The identity of a processor.
 *
 * @param vendor its maker's own name, for example {@code GenuineIntel}; blank if it is not known
 * @param family its family; -1 if it is not known
 * @param model  its model within the family; -1 if it is not known
 */
public record ProcessorModel(String vendor, int family, int model) {
    private static final ProcessorModel UNKNOWN = new ProcessorModel("", -1, -1);
    private static final int MAX_LINES = 64;

    /**
     * Reads the first processor of {@code cpuinfo}.
     *
     * @param procfs the kernel's process tree
     * @return the processor; unknown if there is no such file, or for a processor other than x86
     */
    public static ProcessorModel read(Path procfs) {
        ProcessorModel read = UNKNOWN;
        try (BufferedReader reader = Files.newBufferedReader(procfs.resolve("cpuinfo"))) {
            String line = reader.readLine();
            for (int i = 0; line != null && !line.isBlank() && i < MAX_LINES; i++) {
                read = read.with(line);
                line = reader.readLine();
            }
        } catch (MalformedInputException notText) {
            return UNKNOWN;
        } catch (IOException noSuchFile) {
            return UNKNOWN;
        }
        return read;
    }

    private ProcessorModel with(String line) {
        int colon = line.indexOf(':');
        String name = colon < 0 ? "" : line.substring(0, colon).strip();
        String value = line.substring(colon + 1).strip();
        return switch (name) {
            case "vendor_id" -> new ProcessorModel(value, family, model);
            case "cpu family" -> new ProcessorModel(vendor, number(value), model);
            case "model" -> new ProcessorModel(vendor, family, number(value));
            default -> this;
        };
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException notANumber) {
            return -1;
        }
    }

    /**
     * Returns whether AMD made it, or built it from AMD's design.
     *
     * @return true for AMD and Hygon
     */
    public boolean isAmd() {
        return vendor.equals("AuthenticAMD") || vendor.equals("HygonGenuine");
    }

    /**
     * Returns whether Intel made it.
     *
     * @return true for Intel
     */
    public boolean isIntel() {
        return vendor.equals("GenuineIntel");
    }

    /**
     * Describes a source of this processor's energy. AMD's counters come from a model of the processor's activity and
     * do not depend on its data (Schöne et al., 2021).
     *
     * @param source the place where it is read, in plain words
     * @return the source, with a note if it is based on a model
     */
    public String describe(String source) {
        return isAmd() ? source + " (model-based)" : source;
    }
}
