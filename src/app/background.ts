import { runNotifyCommand } from "../settings/notify-command.ts";
import { systemClock } from "../state/dependencies.ts";
import type { App } from "./app.ts";
import { type Notifying, startNotifier } from "./notify/notifier.ts";
import { type AlertNotifier, startAlertNotifier } from "./screen/alert-notifier.ts";
import { startTicks } from "./screen/ticks.ts";
import { startWatching } from "./screen/watching.ts";
import { startDriftWatch } from "./settings-files/drift.ts";

/** What a console, drawn or by lines, can do to call its person. */
export type Signals = AlertNotifier &
  Notifying & {
    /** What the person's own command is started with. */
    readonly env: Readonly<Record<string, string | undefined>>;
  };

/**
 * Starts what goes on beside what is looked at: what is shown is asked for and grows older, the settings are compared with their files, and
 * new alerts and what somebody wants to be notified of are announced. It goes on until what it returns is called.
 */
export function startBackground(app: App, { env, tell, ...signals }: Signals): () => void {
  let isFailureReported = false;
  /** The person's own command; that it fails is said once. */
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
