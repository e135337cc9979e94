/** Everything that is said of all texts: one file, because to read them from the sources takes longer than most of it. */
import "./guides.ts";
import "./keys-of-texts.ts";
import "./words-of-texts.ts";
import { expect, it } from "vitest";
import { textsPage } from "./texts-page.ts";

it("lists every text that a person can see (npm run docs writes it anew)", async () => {
  await expect(textsPage()).toMatchFileSnapshot("../../docs/texts.txt");
});
