import { expect, it } from "vitest";
import * as z from "zod";
import { preferencesDocument } from "../../src/settings/preferences.ts";

/** The schema of preferences.json, for editors. `npm run docs` writes it. */

it("is of this build: docs/preferences.schema.json (npm run docs writes it)", async () => {
  const schema = z.toJSONSchema(preferencesDocument(), { io: "input" });
  const titled = { ...schema, title: "Preferences of Sextant" };
  await expect(`${JSON.stringify(titled, null, 2)}\n`).toMatchFileSnapshot("../../docs/preferences.schema.json");
});
