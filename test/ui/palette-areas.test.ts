import { expect, it } from "vitest";
import { paletteEntries } from "../../src/app/palette/palette.ts";
import { AREAS } from "../../src/areas/areas.ts";
import { openDesk } from "./form/desk.ts";

/** Who types the name of an area, as the sidebar or the command line has it, wants to go there. */

it.each(AREAS.map(({ id, label }) => ({ id, label })))("$label comes first by its name", async ({ id, label }) => {
  const { app } = await openDesk();
  const first = (text: string): string | undefined => paletteEntries(app, { of: "all", text, known: [] })[0]?.title;
  for (const name of [label, label.toUpperCase(), `${label} `, label.replace(",", ""), id, id.replaceAll("-", " ")]) {
    expect([name, first(name)]).toEqual([name, `Go to ${label}`]);
  }
});

it("an area comes before every action while its name is being typed", async () => {
  const { app } = await openDesk();
  const first = (text: string): string | undefined => paletteEntries(app, { of: "all", text, known: [] })[0]?.title;
  for (const { label } of AREAS) {
    for (let length = 1; length < label.length; length += 1) expect(first(label.slice(0, length))).toMatch(/^Go to /u);
  }
});
