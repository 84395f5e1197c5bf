// check: --open --api check.HandlerState
package check;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** One handler for all requests, as a servlet is: what is in fields is shared, what is in variables is not. */
public class HandlerState {
    public record Request(String user, Map<String, String> parameters) {}

    private final Map<String, Integer> visits = new ConcurrentHashMap<>();
    private String lastUser; // expect: check.HandlerState.lastUser

    public String handle(Request request) {
        Map<String, String> model = new HashMap<>();
        model.put("user", request.user());
        visits.merge(request.user(), 1, Integer::sum);
        lastUser = request.user();
        return render(model);
    }

    private String render(Map<String, String> model) {
        return lastUser + model.get("user");
    }
}
