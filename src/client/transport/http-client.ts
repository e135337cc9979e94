import { Agent, buildConnector, type Dispatcher } from "undici";
import { TransportFailure } from "./transport-failure.ts";

/** The connections of the console: undici's, with a look at what stands against one before and after it is made. */

/** A set of connections. */
export const createAgent = (options: Agent.Options): Dispatcher => new Agent(options);

/**
 * Calls back when everything has been heard that reached this process before now. Another program gets an address when the connections
 * of the one before it are closed: this process learns of that before it trusts a new connection.
 */
const whenHeard = (then: () => void): void => {
  // The first one still belongs to the events of this turn, the second one comes after those of the next.
  setImmediate(() => setImmediate(then));
};

/** A connection that ended before anything was sent on it. */
const closed = (): TransportFailure => new TransportFailure("no-connection", null, "ECONNRESET");

/**
 * Connects as long as nothing stands against it, before and after: requests that waited for a connection go out as soon as there is one.
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
      whenHeard(() => {
        const since = obstacle() ?? (socket.destroyed ? closed() : null);
        if (since === null) return done(null, socket);
        socket.destroy();
        done(since, null);
      });
    });
  };
}
