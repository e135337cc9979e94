import type { Core } from "../core.ts";
import type { SessionState } from "./session.ts";

/** Writes in a production profile: blocked until a person allows them for a stated time (`design.md`, screen). */
export type Unlocking = {
  /** Allows writes for a time (ms). Does nothing when the read-only rule may not be lifted. */
  readonly unlock: (milliseconds: number) => void;
  /** Blocks writes again, at once. */
  readonly lock: () => void;
};

/** Lock state of a session before anybody allowed writes. */
export const locked = (readOnly: SessionState["readOnly"]): Pick<SessionState, "readOnly" | "unlockedUntil"> => ({
  readOnly,
  unlockedUntil: null,
});

/** The client enforces the lock; the session state shows it, and locks again when the time is over. */
export function createUnlocking(core: Core): Unlocking {
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
