import { it } from "vitest";
import { walkEverywhere } from "../../areas/walk-everywhere.ts";
import { isWhole } from "../../extent.ts";
import { typeEverywhere } from "./typed-texts.ts";

/** Thousands of texts, others each time; the seed of one that is lost is printed. */
it("loses no text that is typed into a field of any form", async () => {
  await typeEverywhere(
    (await walkEverywhere()).flatMap((walked) => walked.forms),
    isWhole ? 5000 : 600,
  );
}, 3_600_000);
