package dev.drover.registry;

import dev.drover.registry.decision.Answers;
import dev.drover.registry.decision.Situation;

/** What a pass decides on: body between {@code registry-observe} and {@code registry-sync}. */
record Observed(Situation situation, Answers answers) {}
