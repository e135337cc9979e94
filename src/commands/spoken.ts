import { startBackground } from "../app/background.ts";
import { createApp } from "../app/create-app.ts";
import { endingOf } from "../app/ending.ts";
import { inputOf } from "../app/keys/dispatch.ts";
import { type KeyOf, keyOf } from "../app/keys/key-of.ts";
import { startWith } from "../app/preferences/apply.ts";
import { type Announcer, startAnnouncer } from "../app/speech/announcer.ts";
import { takeTyped } from "../app/speech/typed-keys.ts";
import { terminalHost } from "../app/terminal-host.ts";
import { systemClock } from "../state/clock.ts";
import { createInput } from "../terminal/input/input.ts";
import { installJobControl } from "../terminal/job-control.ts";
import { Lending } from "../terminal/lending.ts";
import { installRestore } from "../terminal/session.ts";
import type { MountInput } from "../ui/mount.tsx";

/**
 * The console for screen readers, and for terminals that only print: line by line, without alternate screen and cursor movement. The keys are the
 * same.
 */

/** Size that is still easy to follow by ear: one pane at a time, and pages of fourteen lines. */
const SIZE = { columns: 95, rows: 17 } as const;

/** Changes within this time are spoken together (ms). */
const TOGETHER = 60;

const greeting = (key: KeyOf): string =>
  `Sextant, for screen readers. ${key("help.open")} lists the keys, ${key("palette.open")} finds what to do, ${key("repaint")} reads all again, ${key("quit")} quits.`;

const { after } = systemClock;

/** Runs the console line by line until it is quit. */
export async function runSpoken(input: MountInput): Promise<void> {
  const { store, env, preferences } = input;
  const { stdin: source, stdout } = process;
  /** Output queued while another program has the terminal; null while it is ours. */
  let held: string[] | null = null;
  const write = (text: string): void => void (held === null ? stdout.write(text) : held.push(text));
  const lend = (): (() => void) => {
    held = [];
    return () => {
      const texts = held ?? [];
      held = null;
      for (const text of texts) write(text);
    };
  };
  const terminal = { colour: "none", symbols: "unicode" } as const;
  const ended = Promise.withResolvers<void>();
  store.setState({
    ...SIZE,
    minute: Date.now(),
  });
  startWith(store, preferences, terminal);
  const lending = new Lending();
  input.lost?.catch(() => lending.returned.then(ended.resolve));
  let announcer: Announcer | undefined;
  const handOver = async (during: () => Promise<void>): Promise<void> => {
    stdin.setRawMode(false);
    try {
      await during();
    } finally {
      stdin.setRawMode(true);
      announcer?.again();
    }
  };
  const app = createApp({
    store,
    host: terminalHost(
      { store, env, program: input.program, write, jobControl: () => jobControl },
      {
        ...terminal,
        quit: ended.resolve,
        repaint: () => announcer?.again(),
        askBackground: () => undefined,
        reportMouse: () => undefined,
      },
    ),
  });
  const keys = inputOf(app);
  const stdin = createInput({
    source,
    ...keys,
    dispatch: (event, isAlone) => {
      if (!keys.dispatch(event, isAlone)) takeTyped(app, event);
      return true;
    },
    onHangup: () => ended.resolve(),
  });
  // Starts reading at once: typed keys go to the key bindings alone.
  stdin.on("data", () => undefined);
  const uninstall = installRestore({
    output: { close: () => write("\r\n") },
    input: stdin,
    lending,
    ...endingOf(app),
  });
  const jobControl = installJobControl({ handOver, output: { lend }, input: stdin, lending });
  const ring = (): void => write("\u0007");
  const stopBackground = startBackground(app, {
    env,
    ring,
    notify: (text) => announcer?.say(`Warning: ${text}`),
    title: () => undefined,
    // The text is spoken as a notice.
    tell: ring,
    progress: () => undefined,
  });
  stdin.setRawMode(true);
  write(`${greeting(keyOf(app))}\r\n`);
  announcer = startAnnouncer(app, { write, soon: (run) => after(TOGETHER, run) });
  await ended.promise;
  stopBackground();
  announcer.stop();
  store.flushSync();
  stdin.setRawMode(false);
  jobControl.uninstall();
  uninstall();
  write("Sextant ended.\n");
}
