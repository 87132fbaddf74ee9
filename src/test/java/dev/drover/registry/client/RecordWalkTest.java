package dev.drover.registry.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.registry.api.Operation;
import dev.drover.registry.api.RegistryRecord;
import dev.drover.registry.api.Walk;
import dev.drover.registry.api.Walk.Extent;
import dev.drover.sandbox.registry.RegistryDouble;
import dev.drover.sandbox.registry.RegistryFault;
import dev.drover.sandbox.registry.Reply;
import dev.drover.sandbox.registry.SeenRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A walk over all records: complete, partial, or worth nothing. */
@Timeout(60)
class RecordWalkTest {
    private final List<String> walked = new ArrayList<>();
    private RegistryDouble server;
    private ClientRig rig;

    @BeforeEach
    void start() throws Exception {
        server = RegistryDouble.start();
        server.addEnvironment("ml"); // id 1, so the n-th record has the id n + 1
        rig = ClientRig.at(server.url());
        rig.apply(Map.of("PAGE_SIZE", "10"));
    }

    @AfterEach
    void stop() {
        rig.close();
        server.close();
    }

    @Test
    void handsOnEveryRecordInTheOrderOfIds() {
        add(25);

        Walk walk = walk();

        assertThat(walk)
                .isEqualTo(new Walk(Extent.COMPLETE, 25, Optional.empty(), Optional.empty()));
        assertThat(walked).isEqualTo(ids(2, 26));
        assertThat(server.requests(Operation.LIST_RECORDS))
                .hasSize(3)
                .first()
                .extracting(SeenRequest::rawQuery)
                .isEqualTo("pageSize=10&orderBy=ID&sortOrder=ASC");
    }

    @Test
    void anEmptyRegistryIsACompleteWalk() {
        assertThat(walk().extent()).isEqualTo(Extent.COMPLETE);
        assertThat(walked).isEmpty();
    }

    @Test
    void closesInOnARecordThatCannotBeReadAndComesDownFromTheOtherEnd() {
        add(13);
        poison();
        add(14);

        Walk walk = walk();

        assertThat(walk.extent()).isEqualTo(Extent.PARTIAL);
        assertThat(walk.unreadableAfter()).contains("14");
        assertThat(walk.records()).isEqualTo(27);
        assertThat(walked).hasSize(27).doesNotHaveDuplicates().doesNotContain("15");
    }

    @Test
    void aFirstRecordThatCannotBeReadLeavesTheOthers() {
        poison();
        add(3);

        assertThat(walk().extent()).isEqualTo(Extent.PARTIAL);
        assertThat(walked).containsExactlyInAnyOrder("3", "4", "5");
    }

    @Test
    void aLastRecordThatCannotBeReadLeavesTheOthers() {
        add(3);
        poison();

        assertThat(walk().extent()).isEqualTo(Extent.PARTIAL);
        assertThat(walked).containsExactly("2", "3", "4");
    }

    @Test
    void aFailingDatabaseIsNoUnreadableRecord() {
        add(25);
        server.fail(
                RegistryFault.on(Operation.LIST_RECORDS)
                        .before(it -> server.database().limitConnections())
                        .times(1));
        rig.registry().health();

        Walk walk = walk();

        assertThat(walk.extent()).isEqualTo(Extent.FAILED);
        assertThat(walk.failure()).isPresent();
    }

    @Test
    void aDeadConnectionOfTheDatabaseDoesNotEndAWalk() {
        add(12);
        server.database().endConnections(2);

        assertThat(walk().extent()).isEqualTo(Extent.COMPLETE);
        assertThat(walked).hasSize(12);
    }

    @Test
    void aFailureEndsTheWalk() {
        add(25);
        server.fail(
                RegistryFault.matching(it -> it.rawQuery().contains("nextPageToken")).text(503));

        assertThat(walk().extent()).isEqualTo(Extent.FAILED);
        assertThat(walked).hasSize(10);
    }

    @Test
    void aTokenThatComesBackEndsTheWalk() {
        add(25);
        server.fail(
                RegistryFault.matching(it -> it.rawQuery().contains("nextPageToken"))
                        .changing(
                                reply ->
                                        Reply.of(
                                                200,
                                                "application/json",
                                                new String(reply.body(), StandardCharsets.UTF_8)
                                                        .replaceAll(
                                                                "\"nextPageToken\":\"[^\"]*\"",
                                                                "\"nextPageToken\":\"MTE6MTE=\""))));

        Walk walk = walk();

        assertThat(walk.extent()).isEqualTo(Extent.FAILED);
        assertThat(walk.failure().orElseThrow().detail())
                .isEqualTo("the list leads back to a page that was read");
        assertThat(walked).doesNotHaveDuplicates();
    }

    @Test
    void stopsWhenItsThreadIsInterrupted() {
        add(25);
        Walk walk =
                rig.registry()
                        .walk(
                                record -> {
                                    walked.add(record.id());
                                    Thread.currentThread().interrupt();
                                });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(walk.extent()).isEqualTo(Extent.FAILED);
        assertThat(walked).hasSize(10);
    }

    private Walk walk() {
        return rig.registry().walk((RegistryRecord record) -> walked.add(record.id()));
    }

    private static List<String> ids(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(String::valueOf).toList();
    }

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            server.ask("POST", "inference_services", record(""));
        }
    }

    /** Answered 400 and stored; the API can neither read nor mend it. */
    private void poison() {
        server.ask(
                "POST",
                "inference_services",
                record(
                        ",\"customProperties\":{\"v\":{\"metadataType\":\"MetadataStringValue\","
                                + "\"string_value\":\"mlmd-struct::not-base64!\"}}"));
    }

    private static String record(String more) {
        return "{\"registeredModelId\":\"1\",\"servingEnvironmentId\":\"1\"" + more + "}";
    }
}
