/** Writing in a production profile: allowed by hand, for a stated time, by the client itself. */
import { expect, test } from "vitest";
import { testConsole, testProfile } from "./console.ts";
import { settle } from "./fake-clock.ts";

const MINUTE = 60_000;
const production = { because: "profile prod is production", unlockable: true };

test("is allowed until a moment that is told to the client too, and over then", async () => {
  const { store, client, clock } = testConsole({ connection: { readOnly: production } });
  const begun = clock.now();
  expect(store.getState().session).toMatchObject({ readOnly: production, unlockedUntil: null });
  store.session.unlock(15 * MINUTE);
  expect(store.getState().session).toMatchObject({ readOnly: null, unlockedUntil: begun + 15 * MINUTE });
  expect(client.writesUntil).toBe(begun + 15 * MINUTE);
  await clock.advance(14 * MINUTE);
  expect(store.getState().session.readOnly).toBeNull();
  await clock.advance(MINUTE);
  expect(store.getState().session).toMatchObject({ readOnly: production, unlockedUntil: null });
  expect(client.writesUntil).toBe(0);
  expect(store.getState().notices.log.at(-1)?.text).toContain("is read-only again");
});

test("ends at once by hand, begins anew from the moment it is allowed again, and does not go along to another profile", async () => {
  const { store, client, clock } = testConsole({ connection: { readOnly: production } });
  store.session.unlock(15 * MINUTE);
  store.session.lock();
  expect(store.getState().session.readOnly).toEqual(production);
  expect(client.writesUntil).toBe(0);

  await clock.advance(10 * MINUTE);
  store.session.unlock(60 * MINUTE);
  // The end of the first time is not the end of this one.
  await clock.advance(10 * MINUTE);
  expect(store.getState().session.readOnly).toBeNull();

  store.session.switchProfile(testProfile(client, { profile: "other", readOnly: production }));
  await settle();
  expect(store.getState().session).toMatchObject({ profile: "other", readOnly: production, unlockedUntil: null });
  expect(client.writesUntil).toBe(0);
});

test("is never allowed where another rule says read-only", () => {
  const lasting = { because: "--read-only", unlockable: false };
  const { store, client } = testConsole({ connection: { readOnly: lasting } });
  store.session.unlock(15 * MINUTE);
  expect(store.getState().session).toMatchObject({ readOnly: lasting, unlockedUntil: null });
  expect(client.writesUntil).toBe(0);
});
