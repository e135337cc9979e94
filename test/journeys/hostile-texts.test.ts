import { describe, expect, it } from "vitest";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** What another client may have written: line breaks, a cleared screen, a turned direction, marks without an end. */
const DESCRIPTION = `before\nthe\r\nrelease\u001b[2J\u202e\u009b31m${"\u0301".repeat(500)} end`;

describe.each(SIZES.slice(1))("texts that somebody else wrote at $cols x $rows, $dialect", (setting) => {
  it("a description with line breaks and sequences stays in its row, and the frame stands", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    await world.client.call(
      "takeSnapshot",
      { params: { groupId: world.main, clusterName: "analytics" } },
      {
        body: { description: DESCRIPTION, retentionInDays: 3 },
      },
    );
    const sextant = stage.console(["snapshots"]);
    await sextant.waitFor(() => /waiting/u.test(sextant.selected()?.text ?? ""), { what: "the new snapshot" });
    // The name of the organisation comes with an answer of its own.
    await sextant.waitFor("Acme › Payments");
    const [header = ""] = sextant.screen();
    expect(header).toMatch(/^ ?sextant/u);
    expect(sextant.screen().at(-1)).toContain("? all keys");
    const sidebar = sextant.screen().slice(1, -1);
    expect(sidebar.filter((row) => row[19] === "│")).toHaveLength(sidebar.length);
    sextant.key("enter");
    await sextant.waitFor(/release·\[2J··31m/u);
    expect(sextant.screen()[0]).toBe(header);
    expect(sextant.screen().join("")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/u);
  });
});
