import { childEnvironment } from "../settings/child-environment.ts";
import { capabilitiesOf } from "../terminal/capabilities.ts";
import { copyToClipboard } from "../terminal/clipboard.ts";
import { editText } from "../terminal/editor.ts";
import type { JobControl } from "../terminal/job-control.ts";
import type { Host } from "./app.ts";
import type { AppStore } from "./store.ts";

/** Functions of the surrounding program, the same for a console on full screen and line by line. */
export type ProgramHost = Pick<
  Host,
  "curl" | "remember" | "save" | "profiles" | "profileFiles" | "switchTo" | "takeSettingsTurn"
>;

type TerminalHostInput = {
  readonly store: AppStore;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly program: ProgramHost;
  readonly write: (bytes: string) => void;
  /** Undefined before the terminal can be lent. */
  readonly jobControl: () => JobControl | undefined;
};

/** Host of a console on this terminal. @param own what full screen and lines do differently */
export const terminalHost = (
  { store, env, program, write, jobControl }: TerminalHostInput,
  own: Pick<Host, "colour" | "symbols" | "quit" | "repaint" | "askBackground" | "reportMouse">,
): Host => ({
  now: () => Date.now(),
  // A getter, because the first call loads time zone tables.
  get timeZone() {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
  ...own,
  ...program,
  suspend: () =>
    void jobControl()
      ?.suspend()
      .then(() => store.resources.resumed()),
  copy: (text) => {
    const copied = copyToClipboard(text, capabilitiesOf(env).multiplexer);
    if (copied.ok) write(copied.bytes);
    return copied.message;
  },
  edit: (text, suffix) => editText(text, suffix, childEnvironment(env), async (during) => jobControl()?.lend(during)),
});
