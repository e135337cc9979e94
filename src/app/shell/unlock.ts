import { MINUTE } from "../../text/duration.ts";
import { moment } from "../../text/format.ts";
import { type Console, openMenu } from "../console.ts";
import type { MenuItem } from "../workspace.ts";

/** Writing in a production profile, allowed by hand and for a stated time (`design.md`, screen). */

const TIMES = [
  { id: "15m", title: "Allow changes for 15 minutes", milliseconds: 15 * MINUTE },
  { id: "1h", title: "Allow changes for an hour", milliseconds: 60 * MINUTE },
  { id: "4h", title: "Allow changes for 4 hours", milliseconds: 240 * MINUTE },
] as const;

/** Why there is nothing to allow here, or null. */
export function unlockRefusal(console: Console): string | null {
  const { readOnly, unlockedUntil } = console.store.getState().session;
  if (unlockedUntil !== null) return null;
  if (readOnly === null) return "this profile may write already";
  return readOnly.unlockable ? null : `it is read-only by ${readOnly.because}, which only another start changes`;
}

function allow(console: Console, milliseconds: number): void {
  console.store.session.unlock(milliseconds);
  const { profile, unlockedUntil, zone } = console.store.getState().session;
  if (unlockedUntil === null) return;
  const until = moment(unlockedUntil, console.host.now(), zone);
  console.store.notices.say("warning", `Changes are allowed in ${profile} until ${until}; U ends it sooner.`);
}

function lock(console: Console): void {
  console.store.session.lock();
  console.store.notices.say("info", `Profile ${console.store.getState().session.profile} only reads.`);
}

/** Asks for how long changes are allowed; what changes nothing is offered first. */
export function openUnlock(console: Console): void {
  const { profile, unlockedUntil } = console.store.getState().session;
  const isOpen = unlockedUntil !== null;
  const stay: MenuItem = {
    id: "read-only",
    title: isOpen ? "Read only again, now" : "Stay read-only",
    keys: "",
    disabled: null,
    run: () => {
      if (isOpen) lock(console);
    },
  };
  const items = TIMES.map(
    ({ id, title, milliseconds }): MenuItem => ({
      id,
      title,
      keys: "",
      disabled: null,
      run: () => allow(console, milliseconds),
    }),
  );
  openMenu(console, `Changes in production: profile ${profile}`, [stay, ...items]);
}
