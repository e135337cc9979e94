import { describe, expect, it } from "vitest";
import { ClusterName } from "../../src/contract/schema/ids.ts";
import { BOTH } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** What another client may have written: line breaks, a cleared screen, a turned direction, marks without an end. */
const DESCRIPTION = `before\nthe\r\nrelease\u001b[2J\u202e\u009b31m${"\u0301".repeat(500)} end`;

/** Keys of an editor of shell lines among letters: delete, the start of a sequence in one character, an end of line, a turned direction. */
const VALUE = "prod\u007f\u007f\u009b201~\u0085; touch x\u0000\r\n\u202e'`$(id)`\u001b[A";

describe.each(BOTH.slice(1))("texts that somebody else wrote at $cols x $rows, $dialect", (setting) => {
  it("a description with line breaks and sequences stays in its row, and the frame stands", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    await world.client.call(
      "takeSnapshot",
      { params: { groupId: world.main, clusterName: ClusterName.of("analytics") } },
      {
        body: { description: DESCRIPTION, retentionInDays: 3 },
      },
    );
    const sextant = stage.console(["snapshots"]);
    await sextant.waitFor(() => /queued/u.test(sextant.selected()?.text ?? ""), { what: "the new snapshot" });
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

  it("is copied with its request as a command that holds nothing a shell takes for a key", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const email = { typeName: "EMAIL", emailAddress: "a@acme.example", delayMin: 0, intervalMin: 60 };
    const matchers = [{ fieldName: "REPLICA_SET_NAME", operator: "EQUALS", value: VALUE }];
    await world.client.call(
      "createAlertConfiguration",
      { params: { groupId: world.main } },
      { body: { eventTypeName: "PRIMARY_ELECTED", enabled: true, matchers, notifications: [email] } },
    );
    const configurations = stage.console(["alert-configurations"]);
    await configurations.waitFor(/Alert configs +13 on/u);
    await configurations.select("primary elected");
    await configurations.do("action.edit", /▌Edit alert config/u);
    await configurations.field("Notification 1");
    await configurations.openItem("Channel");
    await configurations.field("Delay");
    await configurations.replace("7");
    await configurations.review({ offers: "Update alert configuration" });
    await configurations.do("review.copy", /Copied through the terminal/u);
    const command = configurations.copied ?? "";
    // The same JSON, in which nothing but plain characters and the ends of the command's own lines is left.
    expect(command).toMatch(/^[\u0020-\u007e\n]*$/u);
    const [, data = ""] = /--data-binary '(.*)' http/u.exec(command) ?? [];
    expect(JSON.parse(data.replaceAll("'\\''", "'"))).toMatchObject({ matchers });
    expect(command.split("\n").slice(1)).toEqual(['user = "$SEXTANT_PUBLIC_KEY:$SEXTANT_PRIVATE_KEY"', "LOGIN"]);
    expect(await world.writesDone()).toHaveLength(1);
  });
});
