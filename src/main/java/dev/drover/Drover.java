package dev.drover;

/** Entry point. */
public final class Drover {
    private Drover() {}

    public static void main(String[] args) {
        System.out.println("drover");
    }
}
