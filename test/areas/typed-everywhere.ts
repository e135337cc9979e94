import { expect, it } from "vitest";
import { typeEverywhere } from "../ui/form/typed-texts.ts";
import { walkEverywhere } from "./walk-everywhere.ts";

/** The same texts each time; thousands are typed in the long tests. */
it("loses no text that is typed into a field of any form", async () => {
  const forms = (await walkEverywhere()).flatMap((walked) => walked.forms);
  expect(forms.length).toBeGreaterThan(20);
  await typeEverywhere(forms, 80, 3243);
}, 600_000);
