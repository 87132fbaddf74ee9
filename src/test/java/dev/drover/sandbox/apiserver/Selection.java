package dev.drover.sandbox.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Predicate;

/** Which objects a list or watch wants: of a namespace, by labels, by fields. */
record Selection(Target target, boolean everything, Predicate<JsonNode> accepts) {
    static Selection of(ApiRequest request) {
        Target target = request.target();
        String labels = request.parameter("labelSelector");
        String fields = request.parameter("fieldSelector");
        Predicate<JsonNode> byLabel = LabelSelector.parse(labels);
        Predicate<JsonNode> byField = FieldSelector.parse(fields, target.kind());
        return new Selection(
                target,
                labels.isBlank() && fields.isBlank(),
                object -> byLabel.test(object.at("/metadata/labels")) && byField.test(object));
    }

    boolean concerns(Store.Key key) {
        return key.storage().equals(target.kind().storage())
                && (target.namespace().isEmpty() || key.namespace().equals(target.namespace()));
    }
}
