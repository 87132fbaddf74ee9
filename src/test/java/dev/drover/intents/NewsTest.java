package dev.drover.intents;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NewsTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1); // the clock may wrap around
    private final News news = new News(now::get);

    @Test
    void theSameTextIsNewsOnceAnHour() {
        assertThat(news.is("a", "down")).isTrue();
        assertThat(news.is("a", "down")).isFalse();
        pass(Duration.ofMinutes(59));
        assertThat(news.is("a", "down")).isFalse();
        pass(Duration.ofMinutes(1));
        assertThat(news.is("a", "down")).isTrue();
    }

    @Test
    void anotherTextIsNewsOnceAMinute() {
        assertThat(news.is("a", "load=1")).isTrue();
        assertThat(news.is("a", "load=2")).isFalse();
        pass(Duration.ofMinutes(1));
        assertThat(news.is("a", "load=2")).isTrue();
    }

    @Test
    void whatWasOverIsNewsAgain() {
        news.is("a", "down");
        news.over("a");

        assertThat(news.is("a", "down")).isTrue();
    }

    @Test
    void subjectsDoNotShareTheirNews() {
        news.is("a", "down");

        assertThat(news.is("b", "down")).isTrue();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
