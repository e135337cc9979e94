import type { Core } from "../core.ts";
import { locked, type SessionSlice, type Unlocking } from "./session.ts";
/** The client enforces the lock; the session state shows it, and locks again when the time is over. */
export function createUnlocking(core: Core<SessionSlice>): Unlocking {
  let callOff: () => void = () => undefined;

  const lock = (): void => {
    callOff();
    const { client, connection } = core.profile();
    client.allowWritesUntil(0);
    core.set({ session: { ...core.get().session, ...locked(connection.readOnly) } });
  };

  return {
    lock,
    unlock: (milliseconds) => {
      const { client, connection } = core.profile();
      if (connection.readOnly?.unlockable !== true) return;
      callOff();
      const until = core.clock.now() + milliseconds;
      client.allowWritesUntil(until);
      core.set({ session: { ...core.get().session, readOnly: null, unlockedUntil: until } });
      callOff = core.clock.after(milliseconds, () => {
        lock();
        core.report("warning", `Time is up: profile ${connection.profile} is read-only again.`);
      });
    },
  };
}
