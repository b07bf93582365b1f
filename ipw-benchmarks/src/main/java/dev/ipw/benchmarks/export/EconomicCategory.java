package dev.ipw.benchmarks.export;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** A category of the economy by which the leaderboard groups questions, with its name there. */
enum EconomicCategory {
    COMPUTER("Computer and mathematical"),
    ARTS("Arts, design, sports, entertainment, and media"),
    SCIENCE("Life, physical, and social science"),
    EDUCATION("Education instruction and library"),
    ENGINEERING("Architecture and engineering"),
    BUSINESS("Business and financial operations"),
    HEALTHCARE("Healthcare practitioners and technical"),
    OFFICE("Office and administrative support"),
    LEGAL("Legal services"),
    COMMUNITY("Community and social service"),
    TRANSPORTATION("Transportation and material moving"),
    SALES("Sales and related"),
    FOOD("Food preparation and serving related"),
    MANAGEMENT("General management"),
    MAINTENANCE("Installation, maintenance, and repair"),
    FARMING("Farming, fishing, and forestry"),
    PROTECTION("Protective service"),
    CONSTRUCTION("Construction and extraction"),
    HEALTHCARE_SUPPORT("Healthcare support"),
    PRODUCTION("Production services"),
    PERSONAL_CARE("Personal care and service"),
    CLEANING("Building grounds cleaning and maintenance");

    private static final Pattern NO_LETTER = Pattern.compile("[^a-z]+");

    private final String title;

    EconomicCategory(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Finds a category by its name, ignoring case, hyphens and commas; empty if there is none of the name. */
    static Optional<EconomicCategory> named(String name) {
        String letters = letters(name);
        return Arrays.stream(values()).filter(category -> letters(category.title).equals(letters)).findFirst();
    }

    private static String letters(String name) {
        return NO_LETTER.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("");
    }
}
