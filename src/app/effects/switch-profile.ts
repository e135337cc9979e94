import type { App } from "../app.ts";

/** Switches to another profile. Its service may answer late: if the person has opened a layer meanwhile, the profile stays. */
export async function switchProfile(app: App, name: string): Promise<void> {
  const { notices } = app.store;
  notices.say("info", `Switching to profile ${name} …`);
  const keeps = (): string | null =>
    app.store.getState().layers.length === 0 ? null : "something else was opened in the meantime";
  const switched = await app.host.switchTo(name, keeps);
  if (switched.ok) notices.say("good", `Profile ${name}`);
  else notices.say("bad", `Still profile ${app.store.getState().session.profile}: ${switched.why}`);
}
