package check;

import java.awt.EventQueue;
import javax.swing.JButton;
import javax.swing.SwingUtilities;

/** What only the event thread touches is silent; what main touches too is found. */
public class EventThread {
  private int clicks;
  private int shown; // expect: check.EventThread.shown

  public static void main(String[] args) {
    EventThread window = new EventThread();
    JButton button = new JButton();
    button.addActionListener(event -> {
      window.clicks++;
      window.shown++;
    });
    SwingUtilities.invokeLater(() -> window.clicks++);
    EventQueue.invokeLater(() -> window.clicks = 0);
    window.shown = 1;
  }
}
