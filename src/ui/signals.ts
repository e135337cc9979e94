import type { Signals } from "../app/background.ts";
import { capabilitiesOf } from "../terminal/capabilities.ts";
import {
  notificationBytes,
  notificationKind,
  type Progress,
  progressBytes,
  showsProgress,
} from "../terminal/notification.ts";
import type { TerminalOutput } from "../terminal/output.ts";

const BELL = "\u0007";
/** Sets the window title; an empty text restores the terminal's own. Control characters are removed. */
const titleBytes = (text: string): string => `\u001b]2;${text.replace(/\p{Cc}/gu, "")}\u0007`;

/** Ways to notify the person on a drawn screen: bell, desktop notification, title and progress of the window. */
export function signalsOn(output: TerminalOutput, env: Signals["env"]): Signals {
  const { multiplexer } = capabilitiesOf(env);
  const ring = (): void => void output.write(BELL);
  const notify = (text: string): void => void output.write(notificationBytes(text, notificationKind(env), multiplexer));
  return {
    env,
    ring,
    notify,
    title: (text) => output.setWindow("title", text === "" ? null : { set: titleBytes(text), undo: titleBytes("") }),
    tell: (text) => {
      ring();
      notify(text);
    },
    progress: (progress) => {
      if (!showsProgress(env)) return;
      const bytes = (of: Progress): string => progressBytes(of, multiplexer);
      output.setWindow(
        "progress",
        progress.kind === "none" ? null : { set: bytes(progress), undo: bytes({ kind: "none" }) },
      );
    },
  };
}
