package dev.drover.config;

/**
 * One thing that is wrong with the configuration, said to the person who can mend it.
 *
 * @param subject the key, or the file or variable
 * @param text what is wrong and what is accepted
 * @param origin where it stands; empty when the subject says it
 */
public record Problem(String subject, String text, String origin) implements Comparable<Problem> {

    static Problem at(Setting setting, String text) {
        return new Problem(setting.key(), text, setting.origin().text());
    }

    @Override
    public int compareTo(Problem other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return subject + ": " + text + (origin.isEmpty() ? "" : " (" + origin + ")");
    }
}
