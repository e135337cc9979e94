import { type Instance, type RenderOptions, render } from "ink";
import type { ReactNode } from "react";
import type { App } from "../../src/app/app.ts";
import { createApp } from "../../src/app/create-app.ts";
import { inputOf } from "../../src/app/keys/dispatch.ts";
import { lookOf } from "../../src/app/preferences/apply.ts";
import type { AppState, AppStore } from "../../src/app/store.ts";
import { DEFAULT_PREFERENCES } from "../../src/settings/preferences.ts";
import { createInput, type SetTimer } from "../../src/terminal/input/input.ts";
import { Root } from "../../src/ui/root.tsx";
import { FakeKeyboard } from "../terminal/fake-terminal.ts";
import { quietHost } from "./quiet-host.ts";

export type Size = { readonly columns: number; readonly rows: number };

/** A console whose keys are played, on whatever takes its frames. */
export type Played = {
  readonly app: App;
  readonly keyboard: FakeKeyboard;
  /** Gives the console to Ink as the program does (`mount.tsx`), in a frame of its own where something stands around it. */
  readonly mount: (
    stdout: NonNullable<RenderOptions["stdout"]>,
    options?: Pick<RenderOptions, "alternateScreen" | "maxFps">,
    framed?: (root: ReactNode) => ReactNode,
  ) => Instance;
};

/**
 * Sets a console up on a store, with the program's own input between it and a keyboard.
 *
 * @param host what happens outside of it otherwise than on a quiet stage; its time is that of the screen
 * @param shown how the screen is otherwise than it is by default
 * @param setTimer the timers of the input, where they are not the machine's
 */
export function played(
  store: AppStore,
  { columns, rows }: Size,
  host: Parameters<typeof quietHost>[0] = {},
  setTimer?: SetTimer,
  shown: Partial<Pick<AppState, "hideSidebar" | "preferences">> = {},
): Played {
  const around = quietHost(host);
  store.setState({
    columns,
    rows,
    minute: around.now(),
    look: lookOf(DEFAULT_PREFERENCES, around),
    ...shown,
  });
  const app = createApp({ store, host: around });
  const keyboard = new FakeKeyboard();
  const stdin = createInput({
    source: keyboard,
    ...inputOf(app),
    ...(setTimer === undefined ? {} : { setTimer }),
  });
  return {
    app,
    keyboard,
    mount: (stdout, options = {}, framed = (root) => root) =>
      render(framed(<Root app={app} />), {
        stdin,
        stdout,
        incrementalRendering: false,
        patchConsole: false,
        exitOnCtrlC: false,
        interactive: true,
        ...options,
      }),
  };
}
