import * as z from "zod";
import type { FileKind } from "../../settings/files.ts";
import { coalesced } from "../../state/files/coalesced.ts";
import type { StateFiles } from "../../state/files/state-files.ts";
import { profileConnection } from "../../state/profile-files.ts";
import type { ConsoleStore } from "../../state/store.ts";
import { LAST_START_FILE, LAST_START_VERSION, type LastStart } from "./last-start.ts";

const StartFile = {
  what: "where the last session ended",
  version: LAST_START_VERSION,
  schema: z.object({ connections: z.record(z.string(), z.looseObject({})) }),
} satisfies FileKind;

/** Removes the names that are kept of a profile; a key ends with a hash of what the profile says. */
export const forgetLastSession = (files: StateFiles, profile: string): Promise<void> =>
  files.change(LAST_START_FILE, StartFile, (kept) => {
    const own = `${profileConnection(profile)} `;
    const isOwn = (key: string): boolean => key.startsWith(own) && /^[\da-f]{16}$/u.test(key.slice(own.length));
    const all = Object.entries(kept?.connections ?? {});
    const others = all.filter(([key]) => !isOwn(key));
    return others.length === all.length ? null : { connections: Object.fromEntries(others) };
  });

type Kept = { readonly connection: string; readonly now: LastStart };

/** Maximum of connections; the newest are kept. */
const MOST = 20;

/**
 * Saves the names of project, organisation and environment as soon as they are known, for the splash screen of the next console.
 *
 * @param keptAs key of the current connection in the file
 * @returns a function that waits until everything is written
 */
export function saveLastSession(
  store: ConsoleStore,
  files: StateFiles,
  keptAs: () => string,
  last: LastStart | null,
): () => Promise<void> {
  let known = JSON.stringify({ connection: keptAs(), now: last });
  const write = ({ connection, now }: Kept): Promise<void> =>
    files.change(LAST_START_FILE, StartFile, (kept) => {
      const others = Object.entries(kept?.connections ?? {}).filter(([name]) => name !== connection);
      return { connections: Object.fromEntries([[connection, now] as const, ...others].slice(0, MOST)) };
    });
  // A failed write needs no message: the next console starts without names.
  const writer = coalesced(write, () => undefined);
  store.subscribe(({ session }, before) => {
    const { groupId, groupName, orgId, orgName, environment } = session;
    if (session === before.session || groupId === null || groupName === null) return;
    const now: LastStart = { groupId, environment, groupName, orgId, orgName };
    const connection = keptAs();
    const text = JSON.stringify({ connection, now });
    if (text === known) return;
    known = text;
    writer.write({ connection, now });
  });
  return () => writer.settled();
}
