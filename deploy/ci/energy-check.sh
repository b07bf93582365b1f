#!/bin/sh
# Check the energy of a change: run tests with energy budgets, compare runs with a baseline, and write a comment for the
# change. All settings are variables of the environment (docs/ci.md):
#   IPW_BUDGET_COMMAND   runs the tests, for example 'mvn -B test -Dgroups=energy'
#   IPW_MEASURE_COMMAND  measures this change, for example 'ipw profile --repeat 5 --output-dir runs --run-name new ...'
#   IPW_RUNS             folders of runs, one a line, the baseline first
#   IPW_FAIL_IF          rules of 'ipw compare', one a line
#   IPW_COMPARE_OPTIONS  further options of 'ipw compare', for example '--interleave'
#   IPW_COMMENT          the file of the comment (ipw-comment.md)
#   IPW_UNDECIDED        'fail' (exit code 5) or 'pass' (0): what an undecided budget or rule comes to (fail)
#   IPW                  the command (ipw)
# Exit code: 0 fine; 4 a budget or a rule failed; 5 undecided; 2 a setting that cannot work; 1 not finished.
set -u

ipw=${IPW:-ipw}
comment=${IPW_COMMENT:-ipw-comment.md}
newline='
'
conclusion=0

# Keep the worst: failed, then what could not be finished, then undecided.
conclude() {
    for worst in 4 2 1 5; do
        if [ "$1" = "$worst" ] || [ "$conclusion" = "$worst" ]; then
            conclusion=$worst
            return
        fi
    done
}

# Write each argument as a line of the comment.
say() {
    printf '%s\n' "$@" >>"$work/comment"
}

stop() {
    printf 'energy-check: %s\n' "$*" >&2
    exit 2
}

check_budgets() {
    say '#### Budgets' ''
    # Those of an earlier run say nothing of this one; times of files are too coarse to tell them apart.
    find . -name ipw-energy.md -exec rm -f {} +
    sh -c "$IPW_BUDGET_COMMAND"
    tests=$?
    find . -name ipw-energy.md -exec cat {} + >"$work/budgets"
    if [ ! -s "$work/budgets" ]; then
        say "No budget was measured: the command ended with exit code $tests and wrote no ipw-energy.md."
        if [ "$tests" -eq 0 ]; then
            conclude 2
        else
            conclude 1
        fi
        return
    fi
    cat "$work/budgets" >>"$work/comment"
    grep -q '^| INCONCLUSIVE |' "$work/budgets" && conclude 5
    if grep -q '^| FAIL |' "$work/budgets"; then
        conclude 4
    elif [ "$tests" -ne 0 ]; then
        say '' "The tests failed for another reason: exit code $tests."
        conclude 1
    fi
}

measure() {
    sh -c "$IPW_MEASURE_COMMAND" && return
    code=$?
    say '#### Comparison' '' "Nothing was compared: measuring this change ended with exit code $code."
    conclude 1
    return 1
}

compare() {
    say '#### Comparison' ''
    set -f
    # shellcheck disable=SC2086 # options are separated by spaces
    set -- ${IPW_COMPARE_OPTIONS:-} --markdown "$work/comparison"
    old_separator=$IFS
    IFS=$newline
    for rule in ${IPW_FAIL_IF:-}; do
        set -- "$@" --fail-if "$rule"
    done
    for folder in $IPW_RUNS; do
        if [ ! -d "$folder" ]; then
            IFS=$old_separator
            say "Nothing was compared: there is no folder \`$folder\`."
            conclude 5
            return
        fi
        set -- "$@" "$folder"
    done
    IFS=$old_separator
    set +f
    "$ipw" compare "$@"
    code=$?
    if [ -s "$work/comparison" ]; then
        cat "$work/comparison" >>"$work/comment"
    else
        say "Nothing was compared: \`ipw compare\` ended with exit code $code; its message is in the log."
    fi
    case $code in
        0) ;;
        2 | 4 | 5) conclude $code ;;
        *) conclude 1 ;;
    esac
}

[ -n "${IPW_BUDGET_COMMAND:-}${IPW_RUNS:-}" ] || stop 'nothing to check: set IPW_BUDGET_COMMAND or IPW_RUNS'
case ${IPW_UNDECIDED:=fail} in
    fail | pass) ;;
    *) stop "IPW_UNDECIDED is '$IPW_UNDECIDED'; it must be 'fail' or 'pass'" ;;
esac
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
: >"$work/comment"
if [ -n "${IPW_BUDGET_COMMAND:-}" ]; then
    check_budgets
    say ''
fi
if [ -n "${IPW_RUNS:-}" ]; then
    if [ -z "${IPW_MEASURE_COMMAND:-}" ] || measure; then
        compare
    fi
fi

case $conclusion in
    0) word=passed ;;
    4) word=FAILED ;;
    5) word=undecided ;;
    *) word='not finished' ;;
esac
# The first line finds this comment again, to replace it.
{
    printf '<!-- ipw -->\n### Energy: %s\n\n' "$word"
    cat "$work/comment"
} >"$comment" || exit 1
printf 'energy-check: %s; the comment is in %s\n' "$word" "$comment" >&2
[ "$conclusion" -ne 5 ] || [ "$IPW_UNDECIDED" = fail ] || exit 0
exit "$conclusion"
