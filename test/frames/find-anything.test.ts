import { describe, it } from "vitest";
import { staged } from "./staged.ts";

/** The palette with pins, with things that a text finds, and with an id that can be looked up. */

const stage = staged();

const SIZES = [
  [80, 24],
  [160, 50],
] as const;

describe.each(SIZES)("at %i x %i", (columns, rows) => {
  it("pins stand at the top of the palette, and a text finds things of all areas", async () => {
    const shown = await stage.open({ columns, rows, place: "alerts" });
    await shown.until(/›/u);
    shown.press("pin");
    await shown.until("Pinned:");
    shown.press("palette.open");
    await shown.until(/pinned · alert/u);
    await stage.matches("palette-pins");
    shown.type("prod-eu");
    await shown.until(/› prod-eu +cluster/u);
    await stage.matches("palette-things", sameIds);
    shown.press("text.erase-line");
    shown.type("65f000000000000000000009");
    await shown.until(/› Look up/u);
    await stage.matches("palette-look-up");
  });
});

/** Ids are made anew at each start of the service. */
const sameIds = (frame: string): string => frame.replaceAll(/\b[0-9a-f]{4}…[0-9a-f]{4}\b/gu, "1d1d…1d1d");
