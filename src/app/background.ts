import { runNotifyCommand } from "../settings/notify-command.ts";
import { systemClock } from "../state/clock.ts";
import type { App } from "./app.ts";
import { type Notifying, startNotifier } from "./notify/notifier.ts";
import { type AlertNotifier, startAlertNotifier } from "./screen/alert-notifier.ts";
import { startTicks } from "./screen/ticks.ts";
import { startWatching } from "./screen/watching.ts";
import { startDriftWatch } from "./settings-files/drift.ts";

/** Ways to notify the person, with a drawn screen or by lines. */
export type Signals = AlertNotifier &
  Notifying & {
    /** Environment of the person's own command. */
    readonly env: Readonly<Record<string, string | undefined>>;
  };

/**
 * Starts the background work: polling of the displayed data, clock ticks, comparison of the settings with their files, and notifications of new
 * alerts and watched events. It runs until the returned function is called.
 */
export function startBackground(app: App, { env, tell, ...signals }: Signals): () => void {
  let isFailureReported = false;
  /** Runs the person's own command; its failure is reported once. */
  const runCommand = async (text: string): Promise<void> => {
    const failure = await runNotifyCommand(app.store.getState().preferences.notifyCommand, text, env);
    if (failure === null || isFailureReported) return;
    isFailureReported = true;
    app.store.notices.say(
      "warning",
      `The command for notifications failed: ${failure}. Check notifyCommand in preferences.json.`,
    );
  };
  const stops = [
    startWatching(app, systemClock.after),
    startTicks(app, systemClock),
    startAlertNotifier(app, signals),
    startDriftWatch(app),
    startNotifier(app, {
      ...signals,
      tell: (text) => {
        tell(text);
        void runCommand(text);
      },
    }),
  ];
  return () => {
    for (const stop of stops.toReversed()) stop();
  };
}
