package dev.drover.acceptance;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import javax.management.InstanceNotFoundException;
import javax.management.IntrospectionException;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import javax.management.RuntimeMBeanException;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Every attribute that a JVM shows by JMX, and every route as its beans print it. */
final class ManagedBeans {
    private static final String DUMP = "dumpRouteAsXml";

    private final MBeanServerConnection beans;
    private final StringBuilder text = new StringBuilder();

    private ManagedBeans(MBeanServerConnection beans) {
        this.beans = beans;
    }

    /** One line for each attribute. */
    @SuppressWarnings("BanJNDI") // of a process that the test has started
    static String of(long pid) {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try (JMXConnector connector =
                    JMXConnectorFactory.connect(
                            new JMXServiceURL(machine.startLocalManagementAgent()))) {
                return new ManagedBeans(connector.getMBeanServerConnection()).read();
            } finally {
                machine.detach();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (AttachNotSupportedException | JMException e) {
            throw new IllegalStateException(e);
        }
    }

    private String read() throws IOException, JMException {
        for (ObjectName name : beans.queryNames(null, null)) {
            try {
                read(name);
            } catch (InstanceNotFoundException e) {
                text.append(name).append(" has gone meanwhile\n");
            }
        }
        return text.toString();
    }

    private void read(ObjectName name)
            throws IOException,
                    InstanceNotFoundException,
                    IntrospectionException,
                    ReflectionException {
        var info = beans.getMBeanInfo(name);
        for (MBeanAttributeInfo attribute : info.getAttributes()) {
            if (attribute.isReadable()) {
                line(name, attribute.getName(), value(name, attribute.getName()));
            }
        }
        if ("routes".equals(name.getKeyProperty("type"))) {
            line(name, DUMP, route(name));
        }
    }

    private void line(ObjectName name, String attribute, Object value) {
        text.append(name).append(' ').append(attribute).append('=');
        text.append(value instanceof Object[] many ? Arrays.deepToString(many) : value)
                .append('\n');
    }

    private Object value(ObjectName name, String attribute) throws IOException {
        try {
            return beans.getAttribute(name, attribute);
        } catch (JMException | RuntimeMBeanException e) {
            return e; // some of the JVM's own cannot be read on every machine
        }
    }

    private Object route(ObjectName name) throws IOException {
        try {
            return beans.invoke(name, DUMP, new Object[0], new String[0]);
        } catch (JMException | RuntimeMBeanException e) {
            throw new IllegalStateException(e);
        }
    }
}
