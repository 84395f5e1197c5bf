package field;

import java.util.SplittableRandom;
import javax.jms.BytesMessage;
import javax.jms.Connection;
import javax.jms.Destination;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.MessageProducer;
import javax.jms.Session;
import javax.jms.TextMessage;
import java.util.concurrent.CountDownLatch;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.activemq.command.ActiveMQTopic;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;

/**
 * ActiveMQ: a broker with a store on disk, reached over TCP and inside the JVM. Producers fill two queues and a topic,
 * consumers empty them: one queue in transactions, some of which are rolled back, the other with plain acknowledgement.
 * Each message is received once (on the topic, once by each subscriber), whatever the schedule.
 */
final class ActiveMq {
  private static final int PRODUCERS = 2;
  private static final int CONSUMERS = 2;
  private static final int SUBSCRIBERS = 2;
  private static final long PATIENCE = 120_000;

  private final int messages = Work.scaled(1500);
  private final CountDownLatch subscribed = new CountDownLatch(SUBSCRIBERS);
  private final ActiveMQConnectionFactory tcp;
  private final ActiveMQConnectionFactory vm;

  private ActiveMq(BrokerService broker) throws Exception {
    tcp = factory(broker.getTransportConnectors().get(0).getPublishableConnectString());
    vm = factory("vm://" + broker.getBrokerName() + "?create=false");
  }

  private static ActiveMQConnectionFactory factory(String url) {
    ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url);
    factory.setWatchTopicAdvisories(false);
    // Two consumers share a queue: neither may hoard what the other waits for.
    factory.getPrefetchPolicy().setAll(20);
    factory.getRedeliveryPolicy().setMaximumRedeliveries(-1);
    factory.getRedeliveryPolicy().setInitialRedeliveryDelay(0);
    factory.getRedeliveryPolicy().setRedeliveryDelay(0);
    return factory;
  }

  public static void main(String[] arguments) throws Exception {
    BrokerService broker = new BrokerService();
    broker.setBrokerName("field");
    broker.setUseJmx(false);
    broker.setUseShutdownHook(false);
    broker.setSchedulerSupport(false);
    broker.setDataDirectory(Work.folder().toString());
    KahaDBPersistenceAdapter store = new KahaDBPersistenceAdapter();
    store.setDirectory(Work.folder().toFile());
    store.setEnableJournalDiskSyncs(false);
    broker.setPersistenceAdapter(store);
    broker.getSystemUsage().getStoreUsage().setLimit(1L << 28);
    broker.getSystemUsage().getTempUsage().setLimit(1L << 26);
    broker.addConnector("tcp://127.0.0.1:0");
    broker.start();
    broker.waitUntilStarted();
    try {
      new ActiveMq(broker).run();
    } finally {
      broker.stop();
      broker.waitUntilStopped();
    }
  }

  private void run() throws Exception {
    Destination orders = new ActiveMQQueue("orders");
    Destination events = new ActiveMQQueue("events");
    Destination news = new ActiveMQTopic("news");
    int each = messages * PRODUCERS / CONSUMERS;
    long balance = new Crew()
        .add(SUBSCRIBERS, "subscriber", number -> () -> subscribe(number == 0 ? tcp : vm, news))
        .add(CONSUMERS, "orders", number -> () -> consumeInTransactions(number == 0 ? tcp : vm, orders, each))
        .add(CONSUMERS, "events", number -> () -> consume(number == 0 ? tcp : vm, events, each))
        .add(PRODUCERS, "producer", number -> () -> produce(number == 0 ? tcp : vm, number, orders, events, news))
        .work();
    // A producer takes off what it sent, a consumer adds what it received.
    Work.same(0L, balance, "sent and received");
    Work.say("messages on each destination", messages * PRODUCERS);
  }

  private long produce(ActiveMQConnectionFactory factory, int number, Destination orders, Destination events,
      Destination news) throws Exception {
    subscribed.await();
    SplittableRandom random = new SplittableRandom(number);
    long sum = 0;
    Connection connection = factory.createConnection();
    try {
      connection.start();
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED);
      MessageProducer toOrders = transacted.createProducer(orders);
      MessageProducer toEvents = session.createProducer(events);
      MessageProducer toNews = session.createProducer(news);
      for (int i = 0; i < messages; i++) {
        int value = random.nextInt(1000);
        TextMessage order = transacted.createTextMessage("order " + i + " of " + number);
        order.setIntProperty("value", value);
        toOrders.send(order);
        if (i % 10 == 9 || i + 1 == messages) transacted.commit();
        BytesMessage event = session.createBytesMessage();
        event.writeBytes(new byte[value]);
        event.setIntProperty("value", value);
        toEvents.send(event);
        TextMessage piece = session.createTextMessage("news");
        piece.setIntProperty("value", value);
        toNews.send(piece);
        sum += (2 + SUBSCRIBERS) * value;
      }
    } finally {
      connection.close();
    }
    return -sum;
  }

  private long consume(ActiveMQConnectionFactory factory, Destination queue, int count) throws JMSException {
    long sum = 0;
    Connection connection = factory.createConnection();
    try {
      connection.start();
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      MessageConsumer consumer = session.createConsumer(queue);
      for (int i = 0; i < count; i++) {
        BytesMessage event = (BytesMessage) next(consumer);
        Work.same((long) event.getIntProperty("value"), event.getBodyLength(), "length of an event");
        sum += event.getIntProperty("value");
      }
    } finally {
      connection.close();
    }
    return sum;
  }

  private long consumeInTransactions(ActiveMQConnectionFactory factory, Destination queue, int count)
      throws JMSException {
    long sum = 0;
    Connection connection = factory.createConnection();
    try {
      connection.start();
      Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
      MessageConsumer consumer = session.createConsumer(queue);
      for (int taken = 0, round = 0; taken < count; round++) {
        int batch = Math.min(5, count - taken);
        long values = 0;
        for (int i = 0; i < batch; i++) values += next(consumer).getIntProperty("value");
        if (round % 7 == 3) {
          session.rollback();
        } else {
          session.commit();
          taken += batch;
          sum += values;
        }
      }
    } finally {
      connection.close();
    }
    return sum;
  }

  private long subscribe(ActiveMQConnectionFactory factory, Destination topic) throws JMSException {
    long sum = 0;
    Connection connection = factory.createConnection();
    try {
      connection.start();
      Session session = connection.createSession(false, Session.DUPS_OK_ACKNOWLEDGE);
      MessageConsumer consumer = session.createConsumer(topic);
      subscribed.countDown();
      for (int i = 0; i < messages * PRODUCERS; i++) sum += next(consumer).getIntProperty("value");
    } finally {
      connection.close();
    }
    return sum;
  }

  private static Message next(MessageConsumer consumer) throws JMSException {
    Message message = consumer.receive(PATIENCE);
    Work.check(message != null, "a message within two minutes");
    return message;
  }
}
