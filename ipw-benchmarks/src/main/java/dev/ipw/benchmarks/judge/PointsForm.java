package dev.ipw.benchmarks.judge;

import dev.ipw.inference.ResponseFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Points of two reports for each of several criteria: lines at the end of the reply, each with the code of the request,
 * as in {@code POINTS bcdfghjk 1: A 7 B 5}. A reply that lacks a criterion, has points beyond 10, or has different
 * points for the same criterion has no verdict.
 *
 * @param criteria the number of criteria
 */
record PointsForm(int criteria) implements ReplyForm<List<PointsForm.Points>> {
    private static final double MAX_POINTS = 10;
    private static final String NUMBER = "(\\d{1,2}(?:\\.\\d{1,6})?)";

    @Override
    public String request(String code) {
        return "\nThink first. Then give both reports 0 to 10 points for each criterion, 10 being the best. End your reply with"
                + " a line for each criterion in this form, the criterion's number in place of 1:\n" + line(code);
    }

    @Override
    public String again(String code) {
        return "That reply lacks points in the form that was asked for, or has several for one criterion that differ. Reply"
                + " with a line for each of the " + criteria + " criteria in this form, the criterion's number in place"
                + " of 1, and nothing else:\n" + line(code);
    }

    private static String line(String code) {
        return "POINTS " + code + " 1: A 7 B 5";
    }

    @Override
    public Optional<ResponseFormat> format() {
        return Optional.empty();
    }

    @Override
    public Optional<List<Points>> read(String reply, String code) {
        List<String> lines = ReplyText.lines(reply);
        String gap = ReplyText.GAP;
        String stated = "(?i)POINTS" + gap + Pattern.quote(code) + gap + "(\\d{1,3})" + gap + "A" + gap + NUMBER + gap
                + "B" + gap + NUMBER + "(?![\\d])";
        if (lines.isEmpty() || !Pattern.matches(gap + stated + gap, lines.getLast())) {
            return Optional.empty();
        }
        Pattern pattern = Pattern.compile(stated);
        Map<Integer, Points> points = new TreeMap<>();
        for (MatchResult found : lines.stream().flatMap(line -> pattern.matcher(line).results()).toList()) {
            int number = Integer.parseInt(found.group(1));
            Points given = new Points(Double.parseDouble(found.group(2)), Double.parseDouble(found.group(3)));
            if (number < 1 || number > criteria || !given.areInRange()
                    || !points.computeIfAbsent(number, first -> given).equals(given)) {
                return Optional.empty();
            }
        }
        return points.size() == criteria ? Optional.of(List.copyOf(points.values())) : Optional.empty();
    }

    /**
     * The points for one criterion.
     *
     * @param target    those of the judged report
     * @param reference those of the reference report
     */
    record Points(double target, double reference) {
        private boolean areInRange() {
            return target <= MAX_POINTS && reference <= MAX_POINTS;
        }
    }
}
