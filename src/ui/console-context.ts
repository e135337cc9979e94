import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { App } from "../app/app.ts";
import type { AppState } from "../app/store.ts";
import type { Look } from "../app/workspace.ts";
import type { ConsoleState } from "../state/store.ts";

/** The `App` being rendered. Components read its store through the hooks below. */
export const ConsoleContext = createContext<App | null>(null);

/** The app itself, for calling actions. @throws Error outside of `ConsoleContext` */
export function useConsole(): App {
  const app = useContext(ConsoleContext);
  if (app === null) throw new Error("drawn outside of a console");
  return app;
}

/** Value of a selector on the app's state; re-renders when the value changes. */
export const useConsoleState = <Value>(selector: (state: AppState) => Value): Value =>
  useStore(useConsole().store, selector);

/** Like `useConsoleState`, on the displayed state, which does not change while the screen is frozen. */
export const useDisplayed = <Value>(selector: (state: ConsoleState) => Value): Value =>
  useStore(useConsole().displayed, selector);

const lookIn = ({ look }: AppState): Look => look;

/** The current theme and symbols. */
export const useLook = (): Look => useConsoleState(lookIn);
