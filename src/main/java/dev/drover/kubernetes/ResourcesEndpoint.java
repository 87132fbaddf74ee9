package dev.drover.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultEndpoint;

/**
 * Reconcile Kubernetes objects of any kind: deliver each object that changed until its exchange
 * succeeds, and read, create, patch and delete objects.
 */
@ManagedResource(description = "Managed Kubernetes Resources Endpoint")
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "kubernetes-resources",
        title = "Kubernetes Resources",
        syntax = "kubernetes-resources:resource",
        category = {Category.CONTAINER, Category.CLOUD},
        headersClass = ResourcesConstants.class)
public class ResourcesEndpoint extends DefaultEndpoint {
    private final ResourceType type;
    private InformerKey acquired; // guarded by this
    private Informers informers; // guarded by this; whom to give the informer back
    private ResourceInformer informer; // guarded by this
    private boolean consumed; // guarded by this

    @UriPath
    @Metadata(
            required = true,
            description =
                    "Group, version and plural as in API paths, for example batch/v1/jobs or"
                            + " v1/configmaps. Several versions stand in order of preference"
                            + " (serving.kserve.io/v1alpha2,v1alpha1/llminferenceservices): the"
                            + " first that the server serves is used.")
    private final String resource;

    @UriParam(
            description =
                    "Consumer: one namespace or a comma-separated list to watch; "
                            + "without it those of the component. Producer: the namespace where"
                            + " neither header nor body names one.")
    private String namespace;

    @UriParam(
            description =
                    "Only objects with these labels, written as for kubectl, for "
                            + "example a/b=true,!c.")
    private String labelSelector;

    @UriParam(
            description = "Only objects with these field values, for example " + "metadata.name=a.")
    private String fieldSelector;

    @UriParam(
            label = "consumer",
            defaultValue = "4",
            description =
                    "How many objects are worked on at the same time. One object "
                            + "never is by two threads.")
    private int concurrency = 4;

    @UriParam(
            label = "consumer",
            javaType = "java.time.Duration",
            defaultValue = "1s",
            description =
                    "Pause after a first failure. It doubles with each further "
                            + "failure of the same object, and an edit of the object ends it.")
    private Duration backoff = Duration.ofSeconds(1);

    @UriParam(
            label = "consumer",
            javaType = "java.time.Duration",
            defaultValue = "5m",
            description = "Longest pause after failures.")
    private Duration maxBackoff = Duration.ofMinutes(5);

    @UriParam(
            label = "consumer",
            defaultValue = "spec",
            description =
                    "Which changes are delivered besides creation and deletion: spec "
                            + "= generation, labels, annotations or the mark of deletion "
                            + "changed; any = every new version; view = the value of the bean "
                            + "view changed.")
    private Delivery on = Delivery.spec;

    @UriParam(
            label = "consumer",
            description =
                    "With on=view: a function of the object, for example #my-view. A "
                            + "change is delivered when the function's value differs (equals) "
                            + "from that of the version before.")
    private Function<GenericKubernetesResource, Object> view;

    @UriParam(
            label = "consumer",
            description =
                    "Names of beans, comma-separated, each a function from the object"
                            + " to the index values under which it is found (a collection of "
                            + "text). The cache's index has the name of the bean.")
    private String index;

    @UriParam(
            label = "consumer",
            description =
                    "A function that drops what nobody reads before an object is "
                            + "cached; it may change the object it gets. managedFields are "
                            + "dropped anyway. The endpoints that share an informer should "
                            + "share this bean.")
    private Function<GenericKubernetesResource, GenericKubernetesResource> prune;

    @UriParam(
            label = "consumer,advanced",
            description =
                    "Value of the label flow of the metrics. Without it the id of the"
                            + " route up to its first hyphen.")
    private String flow;

    @UriParam(label = "producer", description = "What the producer does, when no header says it.")
    private Operation operation;

    @UriParam(
            label = "producer",
            enums = "status,scale",
            description =
                    "What part of the object patches are for; without it the object " + "itself.")
    private String subresource;

    @UriParam(
            label = "producer",
            description =
                    "Who the server records as owner of the written fields. Never " + "rename one.")
    private String fieldManager;

    @UriParam(
            label = "producer",
            enums = "Ignore,Warn,Strict",
            description =
                    "What the server does with fields that it does not know. Without "
                            + "it the server decides: it drops them and remarks on it, see the "
                            + "header CamelKubernetesResourcesWarnings.")
    private String fieldValidation;

    @UriParam(
            label = "producer",
            enums = "Background,Foreground,Orphan",
            defaultValue = "Background",
            description = "What a delete does to the objects that the deleted one owns.")
    private String propagationPolicy = "Background";

    @UriParam(
            label = "producer",
            description =
                    "A bean that is asked right before each write, for example "
                            + "whether this process still leads. When it says no, nothing is "
                            + "sent and the exchange fails with Fenced.")
    private WriteFence fence;

    ResourcesEndpoint(String uri, ResourcesComponent component, String resource) {
        super(uri, component);
        this.resource = resource;
        this.type = ResourceType.parse(resource);
    }

    @Override
    public Producer createProducer() {
        return new ResourcesProducer(this);
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        if (on == Delivery.view && view == null) {
            throw new IllegalArgumentException(
                    getEndpointUri() + ": on=view without a view; accepted: on=view&view=#bean");
        }
        ResourcesConsumer consumer = new ResourcesConsumer(this, processor);
        configureConsumer(consumer);
        synchronized (this) {
            consumed = true;
        }
        if (isStarted() && getComponent().isWarmStandby()) {
            informer();
        }
        return consumer;
    }

    /** Starts the informer, so that a standby whose routes are stopped is warm. */
    @Override
    protected void doStart() throws Exception {
        super.doStart();
        boolean wanted;
        synchronized (this) {
            wanted = consumed;
        }
        if (wanted && getComponent().isWarmStandby()) {
            informer();
        }
    }

    @Override
    protected synchronized void doStop() throws Exception {
        if (acquired != null) {
            informers.release(acquired);
            acquired = null;
            informer = null;
        }
        super.doStop();
    }

    /** The informer of the objects that this endpoint selects; starts it at the first call. */
    synchronized ResourceInformer informer() {
        if (informer == null) {
            acquired = new InformerKey(type, watchedNamespaces(), labelSelector, fieldSelector);
            informers = getComponent().api().informers();
            informer =
                    informers.acquire(
                            acquired, prune == null ? UnaryOperator.identity() : prune::apply);
            for (String name : names(index)) {
                informer.addIndex(name, indexBean(name));
            }
        }
        return informer;
    }

    private List<String> watchedNamespaces() {
        return namespace == null ? getComponent().watchedNamespaces() : names(namespace);
    }

    @SuppressWarnings("unchecked") // the bean's author promises the type arguments
    private Function<GenericKubernetesResource, Collection<String>> indexBean(String name) {
        return CamelContextHelper.mandatoryLookup(getCamelContext(), name, Function.class);
    }

    /** Bean names may be written with the {@code #} of Camel's references. */
    private static List<String> names(String list) {
        List<String> names = new ArrayList<>();
        if (list != null) {
            Arrays.stream(list.split(",", -1))
                    .map(String::strip)
                    .map(name -> name.startsWith("#") ? name.substring(1) : name)
                    .filter(name -> !name.isEmpty())
                    .forEach(names::add);
        }
        return names;
    }

    @Override
    public ResourcesComponent getComponent() {
        return (ResourcesComponent) super.getComponent();
    }

    ResourceType type() {
        return type;
    }

    @ManagedAttribute(description = "Group, version and plural")
    public String getResource() {
        return resource;
    }

    @ManagedAttribute(description = "Namespaces, empty for those of the component")
    public String getNamespace() {
        return namespace;
    }

    public void setNamespace(String namespace) {
        this.namespace = namespace;
    }

    @ManagedAttribute(description = "Label selector")
    public String getLabelSelector() {
        return labelSelector;
    }

    public void setLabelSelector(String labelSelector) {
        this.labelSelector = labelSelector;
    }

    @ManagedAttribute(description = "Field selector")
    public String getFieldSelector() {
        return fieldSelector;
    }

    public void setFieldSelector(String fieldSelector) {
        this.fieldSelector = fieldSelector;
    }

    @ManagedAttribute(description = "Objects worked on at the same time")
    public int getConcurrency() {
        return concurrency;
    }

    public void setConcurrency(int concurrency) {
        if (concurrency < 1) {
            throw new IllegalArgumentException(
                    "concurrency: " + concurrency + "; accepted: from 1 on");
        }
        this.concurrency = concurrency;
    }

    public Duration getBackoff() {
        return backoff;
    }

    public void setBackoff(Duration backoff) {
        this.backoff = backoff;
    }

    public Duration getMaxBackoff() {
        return maxBackoff;
    }

    public void setMaxBackoff(Duration maxBackoff) {
        this.maxBackoff = maxBackoff;
    }

    public Delivery getOn() {
        return on;
    }

    public void setOn(Delivery on) {
        this.on = on;
    }

    public Function<GenericKubernetesResource, Object> getView() {
        return view;
    }

    public void setView(Function<GenericKubernetesResource, Object> view) {
        this.view = view;
    }

    public String getIndex() {
        return index;
    }

    public void setIndex(String index) {
        this.index = index;
    }

    public Function<GenericKubernetesResource, GenericKubernetesResource> getPrune() {
        return prune;
    }

    public void setPrune(Function<GenericKubernetesResource, GenericKubernetesResource> prune) {
        this.prune = prune;
    }

    public String getFlow() {
        return flow;
    }

    public void setFlow(String flow) {
        this.flow = flow;
    }

    public Operation getOperation() {
        return operation;
    }

    public void setOperation(Operation operation) {
        this.operation = operation;
    }

    public String getSubresource() {
        return subresource;
    }

    public void setSubresource(String subresource) {
        this.subresource = subresource;
    }

    public String getFieldManager() {
        return fieldManager;
    }

    public void setFieldManager(String fieldManager) {
        this.fieldManager = fieldManager;
    }

    public String getFieldValidation() {
        return fieldValidation;
    }

    public void setFieldValidation(String fieldValidation) {
        this.fieldValidation = fieldValidation;
    }

    public String getPropagationPolicy() {
        return propagationPolicy;
    }

    public void setPropagationPolicy(String propagationPolicy) {
        this.propagationPolicy = propagationPolicy;
    }

    public WriteFence getFence() {
        return fence;
    }

    public void setFence(WriteFence fence) {
        this.fence = fence;
    }
}
