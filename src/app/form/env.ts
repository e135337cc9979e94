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
