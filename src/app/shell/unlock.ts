import { MINUTE } from "../../text/durations.ts";
import { formatTime } from "../../text/format.ts";
import { type App, openMenu } from "../app.ts";
import { keyOf } from "../keys/key-of.ts";
import type { MenuItem } from "../workspace.ts";

/** Changes in a production profile, allowed by hand and for a limited time (`design.md`, screen). */

const TIMES = [
  { id: "15m", title: "Allow changes for 15 minutes", milliseconds: 15 * MINUTE },
  { id: "1h", title: "Allow changes for an hour", milliseconds: 60 * MINUTE },
  { id: "4h", title: "Allow changes for 4 hours", milliseconds: 240 * MINUTE },
] as const;

/** Reason why changes cannot be unlocked here, or null. */
export function unlockRefusal(app: App): string | null {
  const { readOnly, unlockedUntil } = app.store.getState().session;
  if (unlockedUntil !== null) return null;
  if (readOnly === null) return "this profile already allows changes";
  return readOnly.unlockable ? null : `read-only (${readOnly.because}): cannot be unlocked in this session`;
}

function allow(app: App, milliseconds: number): void {
  app.store.session.unlock(milliseconds);
  const { profile, unlockedUntil, zone } = app.store.getState().session;
  if (unlockedUntil === null) return;
  const until = formatTime(unlockedUntil, app.host.now(), zone);
  app.store.notices.say(
    "warning",
    `Changes are allowed in ${profile} until ${until}; ${keyOf(app)("unlock")} locks them earlier.`,
  );
}

function lock(app: App): void {
  app.store.session.lock();
  app.store.notices.say("info", `Profile ${app.store.getState().session.profile} is read-only.`);
}

/** Opens the choice of how long changes are allowed; the first item changes nothing, or locks changes. */
export function openUnlock(app: App): void {
  const { profile, unlockedUntil } = app.store.getState().session;
  const isOpen = unlockedUntil !== null;
  const stay: MenuItem = {
    id: "read-only",
    title: isOpen ? "Lock changes now" : "Keep read-only",
    run: () => {
      if (isOpen) lock(app);
    },
  };
  const items = TIMES.map(
    ({ id, title, milliseconds }): MenuItem => ({
      id,
      title,
      run: () => allow(app, milliseconds),
    }),
  );
  openMenu(app, `Changes in production: profile ${profile}`, [stay, ...items]);
}
