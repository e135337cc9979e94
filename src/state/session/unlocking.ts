import type { Core } from "../core.ts";
import type { SessionState } from "./session.ts";

/** Writing in a production profile: not until a person allows it, and then for a stated time (`design.md`, screen). */
export type Unlocking = {
  /** Allows writes for so long (ms). Does nothing where the rule is not one that a person may lift. */
  readonly unlock: (milliseconds: number) => void;
  /** Reads only again, at once. */
  readonly lock: () => void;
};

/** How a session stands to writes before anybody allowed them. */
export const locked = (readOnly: SessionState["readOnly"]): Pick<SessionState, "readOnly" | "unlockedUntil"> => ({
  readOnly,
  unlockedUntil: null,
});

/** The client is what lets writes out; the session says so, and locks again when the time is over. */
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
