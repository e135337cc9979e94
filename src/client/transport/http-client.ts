import { Agent, buildConnector, type Dispatcher } from "undici";
import { TransportFailure } from "./transport-failure.ts";

/** The console's HTTP connections: undici's, with a check before and after each is opened. */

/** A pool of connections. */
export const createAgent = (options: Agent.Options): Dispatcher => new Agent(options);

/**
 * Calls back after all events that have already reached this process. Another program can take the address only after the connections of the former
 * one are closed: this process learns of that before it trusts a new connection.
 */
const afterPendingEvents = (then: () => void): void => {
  // The first `setImmediate` still belongs to this turn of the event loop; the second runs after the events of the next
  // one.
  setImmediate(() => setImmediate(then));
};

/** Failure for a connection that ended before anything was sent on it. */
const closed = (): TransportFailure => new TransportFailure("no-connection", null, "ECONNRESET");

/**
 * Connects if there is no obstacle before and after: requests waiting for a connection are sent as soon as it is open.
 *
 * @param obstacle why nothing may be sent, or null
 */
export function guardedConnector(
  options: buildConnector.BuildOptions,
  obstacle: () => Error | null,
): buildConnector.connector {
  const connect = buildConnector(options);
  return (to, done) => {
    const before = obstacle();
    if (before !== null) return done(before, null);
    connect(to, (error, socket) => {
      if (error !== null) return done(error, null);
      afterPendingEvents(() => {
        const since = obstacle() ?? (socket.destroyed ? closed() : null);
        if (since === null) return done(null, socket);
        socket.destroy();
        done(since, null);
      });
    });
  };
}
