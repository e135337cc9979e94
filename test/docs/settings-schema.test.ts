import { expect, it } from "vitest";
import { settingsFilesSchema } from "./settings-schema.ts";

/** The schema of files of settings, for editors. `npm run docs` writes it. */

it("is of this build: docs/settings-files.schema.json (npm run docs writes it)", async () => {
  const text = `${JSON.stringify(settingsFilesSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot("../../docs/settings-files.schema.json");
  expect(text).not.toMatch(/notifierId|overwriteBackupPolicies|updateSnapshots/u);
});
