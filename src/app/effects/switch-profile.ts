import type { App } from "../app.ts";

/** Goes over to another profile. Its service may answer late: somebody who has moved on to something else meanwhile stays there. */
export async function switchProfile(app: App, name: string): Promise<void> {
  const { notices } = app.store;
  notices.say("info", `Switching to profile ${name} …`);
  const keeps = (): string | null =>
    app.store.getState().layers.length === 0 ? null : "something else was opened in the meantime";
  const switched = await app.host.switchTo(name, keeps);
  if (switched.ok) notices.say("good", `Profile ${name}`);
  else notices.say("bad", `Still profile ${app.store.getState().session.profile}: ${switched.why}`);
}
