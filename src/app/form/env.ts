import type { FormEnv } from "../../forms/form-plan.ts";
import { serverNow } from "../../state/session/session.ts";
import type { App } from "../app.ts";

/** Environment of forms: the service's time (a sandbox has its own) and the time zone of the screen. */
export function envOf(app: App, localNow: number = app.host.now()): FormEnv {
  const state = app.store.getState();
  return {
    now: serverNow(state, localNow),
    dialect: state.session.dialect,
    timeZone: state.session.zone === "utc" ? "UTC" : app.host.timeZone,
  };
}

/** `14:06:12` in the given time zone. */
export function formatClockIn(time: number, timeZone: string): string {
  return new Date(time).toLocaleTimeString("en-GB", { timeZone, hour12: false });
}

/** `14:06` today, `21 Nov 14:06` on other days, in the given time zone. */
export function formatDayTime(time: number, now: number, timeZone: string): string {
  const day = (at: number): string =>
    new Date(at).toLocaleDateString("en-GB", { timeZone, day: "numeric", month: "short" });
  const hours = formatClockIn(time, timeZone).slice(0, 5);
  return day(time) === day(now) ? hours : `${day(time)} ${hours}`;
}
