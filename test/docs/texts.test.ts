import { expect, it } from "vitest";
import { textsPage } from "../words/texts-page.ts";

it("lists every text that a person can see (npm run docs writes it anew)", async () => {
  await expect(textsPage()).toMatchFileSnapshot("../../docs/texts.txt");
});
