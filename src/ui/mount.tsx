import chalk from "chalk";
import { Box, type DOMElement, type Instance, render, useApp } from "ink";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { App } from "../app/app.ts";
import { startBackground } from "../app/background.ts";
import { createApp } from "../app/create-app.ts";
import { endingOf } from "../app/ending.ts";
import { point } from "../app/input/pointing.ts";
import { inputOf } from "../app/keys/dispatch.ts";
import { lookOf, startWith } from "../app/preferences/apply.ts";
import type { AppStore } from "../app/store.ts";
import { type ProgramHost, terminalHost } from "../app/terminal-host.ts";
import type { Preferences } from "../settings/preferences.ts";
import { systemClock } from "../state/clock.ts";
import { createBackgroundQuestion } from "../terminal/background.ts";
import { capabilitiesOf } from "../terminal/capabilities.ts";
import { isInForeground } from "../terminal/foreground.ts";
import { createInput } from "../terminal/input/input.ts";
import { MOUSE_OFF, MOUSE_ON, mouseEvent } from "../terminal/input/mouse.ts";
import { installJobControl, type JobControl } from "../terminal/job-control.ts";
import { hearSignals, Lending } from "../terminal/lending.ts";
import { createOutput } from "../terminal/output.ts";
import { outputOptionsOf, type Painted } from "../terminal/output-options.ts";
import { installRestore } from "../terminal/session.ts";
import { type ThreadWatch, watchMainThread } from "../terminal/unresponsive/unresponsive.ts";
import { paintWith } from "./paint/painter.ts";
import { Root } from "./root.tsx";
import { LastBoundary } from "./screen/boundary.tsx";
import { signalsOn } from "./signals.ts";

/** Input for starting a console. */
export type MountInput = {
  readonly store: AppStore;
  /** The console ends if this promise is rejected: there is no service any more. */
  readonly lost?: Promise<unknown>;
  /** The splash screen already painted, and a function to call once the console has taken over the terminal. */
  readonly splash?: { readonly painted: Painted; readonly handOver: () => void } | undefined;
  /** Preferences for this start: command-line options override the saved ones. */
  readonly preferences: Preferences;
  /** True if no console was started on this machine before. */
  readonly isFirstStart: boolean;
  /** True if the service is to run in a thread of this process. */
  readonly isServiceOwn: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly program: ProgramHost;
};

/**
 * Passes Ink's `exit` to the caller once mounted. The console itself is mounted when it can be painted, visually in the same commit: otherwise Ink
 * would build the first frame as a string, which takes longest for the first one.
 */
function Mounted({
  app,
  onReady,
  paint,
}: {
  app: App;
  onReady: (ink: ReturnType<typeof useApp>) => void;
  paint: (anchor: DOMElement) => () => void;
}): ReactNode {
  const ink = useApp();
  const anchor = useRef<DOMElement>(null);
  useEffect(() => onReady(ink), [ink, onReady]);
  const [isReady, setReady] = useState(false);
  useLayoutEffect(() => {
    setReady(true);
    return anchor.current === null ? undefined : paint(anchor.current);
  }, [paint]);
  return (
    <>
      {isReady ? (
        <LastBoundary>
          <Root app={app} />
        </LastBoundary>
      ) : null}
      <Box ref={anchor} position="absolute" />
    </>
  );
}

/** Ink writes the looks of its own texts with chalk, which would guess from the environment in a way of its own; attributes are always there. */
const CHALK_LEVELS = { none: 1, "16": 1, "256": 2, truecolor: 3 } as const;

/** Runs the console on this terminal until it is quit. However it ends, drafts are saved and the terminal is restored. */
export async function runConsole(input: MountInput): Promise<void> {
  const { store, env } = input;
  const capabilities = capabilitiesOf(env);
  const terminal = { colour: capabilities.colour, symbols: capabilities.symbols };
  chalk.level = CHALK_LEVELS[capabilities.colour];
  const output = createOutput(process.stdout, {
    ...outputOptionsOf(env),
    isAnswered: true,
    painted: input.splash?.painted,
  });
  const lending = new Lending();
  let jobControl: JobControl | undefined;
  let watch: ThreadWatch | undefined;
  let exit = (): void => undefined;
  let isLost = false;
  let isLeaving = false;

  const { after } = systemClock;
  /** Exits once the terminal has no pending replies: a late one would be typed into the shell. A second call exits at once. */
  const leave = (): void => {
    if (isLeaving) {
      exit();
      return;
    }
    isLeaving = true;
    // Do not exit while an editor has the terminal.
    void Promise.all([output.rest(), lending.returned]).then(() => exit());
  };
  input.lost?.catch(() => {
    isLost = true;
    leave();
  });
  const question = createBackgroundQuestion((bytes) => output.write(bytes), capabilities.multiplexer, after);
  store.setState({
    columns: output.columns,
    rows: output.rows,
    minute: Date.now(),
    isFirstStart: input.isFirstStart,
  });
  startWith(store, input.preferences, terminal);
  const askBackground = (): void =>
    question.ask((background) => {
      const { look, preferences } = store.getState();
      if (look.themeName === "auto") store.setState({ look: lookOf(preferences, terminal, background) });
    });
  const app = createApp({
    store,
    host: terminalHost(
      { store, env, program: input.program, write: (bytes) => output.write(bytes), jobControl: () => jobControl },
      {
        ...terminal,
        quit: leave,
        repaint: () => {
          store.setState(({ repaint }) => ({ repaint: repaint + 1 }));
          output.redraw();
        },
        askBackground,
        reportMouse: (on) => output.write(on ? MOUSE_ON : MOUSE_OFF),
      },
    ),
  });

  const keys = inputOf(app);
  const stdin = createInput({
    source: process.stdin,
    ...keys,
    // After quitting, ignore all input except a second Ctrl-C.
    dispatch: (event, isAlone) =>
      isLeaving && !(event.type === "key" && event.name === "ctrl+c") ? true : keys.dispatch(event, isAlone),
    write: (bytes) => output.write(bytes),
    onReply: (sequence) => {
      output.takeReply(sequence);
      question.take(sequence);
      const event = mouseEvent(sequence);
      // Mouse reports that we did not enable were enabled by a program before this one.
      if (event !== null && store.getState().preferences.mouse === "on") point(app, event);
    },
    onHangup: () => exit(),
  });
  const uninstall = installRestore({
    output,
    input: stdin,
    lending,
    ...endingOf(app),
  });
  const resized = (): void => store.setState({ columns: output.columns, rows: output.rows });
  input.splash?.handOver();
  output.on("resize", resized);
  const stopBackground = startBackground(app, signalsOn(output, env));

  const onReady = (ink: ReturnType<typeof useApp>): void => {
    exit = () => ink.exit();
    if (isLost) exit();
    watch ??= watchMainThread((bytes) => process.stdin.emit("data", bytes), input.isServiceOwn);
    const handOver = async (during: () => Promise<void>): Promise<void> => {
      await output.rest();
      watch?.pause();
      await ink.suspendTerminal(during).finally(() => watch?.resume());
    };
    jobControl ??= installJobControl({ handOver, output, input: stdin, lending });
  };
  // Signals that came while it was loading: to touch the terminal in the background would stop the job before it hears them.
  if (!isInForeground()) await hearSignals();
  // Before Ink queries the terminal: a reply that arrives while keys are still echoed would appear on the screen.
  stdin.setRawMode(true);
  if (input.preferences.theme === "auto" && terminal.colour !== "none") askBackground();
  if (input.preferences.mouse === "on") output.write(MOUSE_ON);
  let ink: Instance | undefined;
  const paint = (anchor: DOMElement): (() => void) => paintWith(output, anchor, () => ink?.clear());
  ink = render(<Mounted app={app} onReady={onReady} paint={paint} />, {
    stdin,
    stdout: output,
    alternateScreen: true,
    incrementalRendering: false,
    maxFps: 120,
    patchConsole: false,
    exitOnCtrlC: false,
    interactive: true,
    kittyKeyboard: { mode: "auto" },
  });
  try {
    await ink.waitUntilExit();
    watch?.stop();
    stopBackground();
    output.off("resize", resized);
    jobControl?.uninstall();
    store.flushSync();
  } finally {
    output.close();
    uninstall();
  }
}
