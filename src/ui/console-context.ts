import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { App } from "../app/app.ts";
import type { AppState } from "../app/store.ts";
import type { Look } from "../app/workspace.ts";
import type { ConsoleState } from "../state/store.ts";

/** The console that is drawn. Components read its store through the hooks below. */
export const ConsoleContext = createContext<App | null>(null);

/** The console itself, for what is done with it. @throws Error outside of one */
export function useConsole(): App {
  const app = useContext(ConsoleContext);
  if (app === null) throw new Error("drawn outside of a console");
  return app;
}

/** What a selector takes from the state; drawn again when it is another value. */
export const useConsoleState = <Value>(selector: (state: AppState) => Value): Value =>
  useStore(useConsole().store, selector);

/** The same of the state as it is drawn: it stands still while the screen is frozen. */
export const useDisplayed = <Value>(selector: (state: ConsoleState) => Value): Value =>
  useStore(useConsole().displayed, selector);

const lookIn = ({ look }: AppState): Look => look;

/** How things look at this moment. */
export const useLook = (): Look => useConsoleState(lookIn);
