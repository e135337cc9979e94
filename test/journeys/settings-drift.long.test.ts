import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { programOf } from "../../build.ts";
import { type JsonObject, textIn } from "../../src/contract/json/json.ts";
import { releaseLock, takeLock } from "../../src/service/embedded/lock.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** Settings that differ from their files are told by the overview, and made the same again from there. */

/** Writes what the project has as files, three alert configurations and a schedule with other values. */
async function driftedFiles({ home, world }: Stage): Promise<string> {
  const env = { ...home.env, ...world.env(), PATH: process.env["PATH"] ?? "" };
  const args = [programOf(), "export", "alert-configuration", "backup-schedule"];
  // The service runs in this process, which must not stand still meanwhile.
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  const documents = stdout.split(/^---$/mu).map((text) => {
    if (/cluster: prod-eu\n/u.test(text)) {
      return text.replace(/referenceMinuteOfHour: \d+/u, "referenceMinuteOfHour: 7");
    }
    return /# alert configuration · (?:no primary|snapshot late|connections used)/u.test(text)
      ? text.replace(/intervalMin: \d+/u, "intervalMin: 45")
      : text;
  });
  const folder = join(home.directory, "settings");
  mkdirSync(folder);
  writeFileSync(join(folder, "all.yaml"), documents.join("---"));
  return folder;
}

/** Opens the comparison from the row of the overview. */
async function compared(stage: Stage, folder: string): Promise<Sextant> {
  const env = { SEXTANT_SETTINGS_FILES: folder };
  const sextant = await stage.at("overview", /drift +\S+ +settings +settings: 4 different/u, env);
  await sextant.select(/^ *drift/u);
  await sextant.do("list.open", /▌Payments beside settings +4 different/u);
  return sextant;
}

describe.each(SIZES)("settings that differ from files, at $cols x $rows, $dialect", (setting) => {
  it("are a row of the overview, compared from there, and copied: three alert configurations and a schedule", async () => {
    await using stage = await Stage.set(setting);
    const folder = await driftedFiles(stage);
    const sextant = await compared(stage, folder);
    await sextant.waitFor(/Alert configurations: 3 different/u);
    await sextant.waitFor(/Backup schedules: 1 different/u);
    await sextant.do("comparison.mark-all", "4 marked");
    await sextant.do("comparison.copy", "Copies 4 settings from");
    expect(await stage.world.writesDone()).toHaveLength(0);
    await sextant.waitFor(/Copy 4 settings/u);
    if (sextant.screen().some((row) => row.includes("y/N"))) await sextant.do("copying.yes", /\? +yes/u);
    await sextant.do("copying.send", "4 of 4 done");
    expect((await stage.world.writesDone()).map(({ operation }) => operation).toSorted()).toEqual([
      "updateAlertConfiguration",
      "updateAlertConfiguration",
      "updateAlertConfiguration",
      "updateBackupSchedule",
    ]);
    await sextant.do("copying.done", "No difference");
    await sextant.do("comparison.close", /▌Overview/u);
    await sextant.waitUntilAbsent(/drift +\S+ +settings/u);
  });

  it("are not copied while another Sextant of this machine changes settings of the project", async () => {
    await using stage = await Stage.set(setting);
    const folder = await driftedFiles(stage);
    const taken = join(stage.home.directory, "state/sextant/apply", stage.world.main);
    mkdirSync(taken, { recursive: true });
    expect(takeLock(taken)).toBe(true);
    const sextant = await compared(stage, folder);
    await sextant.do("comparison.mark-all", "4 marked");
    await sextant.do("comparison.copy", /Enter +Copy 4 settings/u);
    await sextant.do("copying.send", "Not sent: another Sextant");
    expect(await stage.world.writesDone()).toHaveLength(0);
    releaseLock(taken);
    await sextant.do("copying.back", "4 marked");
    await sextant.do("comparison.copy", /Enter +Copy 4 settings/u);
    await sextant.do("copying.send", "4 of 4 done");
  });

  it("are not written over where somebody else changed them between the review and the sending", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const folder = await driftedFiles(stage);
    const sextant = await compared(stage, folder);
    await sextant.do("comparison.mark-all", "4 marked");
    await sextant.do("comparison.copy", /Enter +Copy 4 settings/u);
    const configurations = await world.configurations();
    const id = textIn(
      configurations.find((each) => JSON.stringify(each).includes("CONNECTIONS_PERCENT")),
      "id",
    );
    await world.change(id ?? "", (stored) =>
      JSON.parse(JSON.stringify(stored).replace('"intervalMin":60', '"intervalMin":20')),
    );
    const before = (await world.writesDone()).length;
    await sextant.do("copying.send", /somebody else|changed meanwhile/iu);
    expect((await world.writesDone()).length - before).toBeLessThan(4);
    await sextant.waitFor(/not sent/iu);
  });

  it("are copied once it is said which one is meant, where several here are alike", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const folder = await driftedFiles(stage);
    const isOf = (each: JsonObject): boolean => JSON.stringify(each).includes("CONNECTIONS_PERCENT");
    const stored = (await world.configurations()).find(isOf);
    if (stored === undefined) throw new Error("no configuration");
    const { id: _id, created: _created, updated: _updated, groupId: _groupId, links: _links, ...twin } = stored;
    const params = { groupId: world.main };
    const body = JSON.parse(JSON.stringify(twin).replace('"intervalMin":60', '"intervalMin":30'));
    await world.client.call("createAlertConfiguration", { params }, { body });
    const sextant = await stage.at("overview", /drift +\S+ +settings +settings: 3 different,/u, {
      SEXTANT_SETTINGS_FILES: folder,
    });
    await sextant.select(/^ *drift/u);
    await sextant.do("list.open", /▌Payments beside settings +3 different/u);
    await sextant.do("comparison.filter", " / text");
    sextant.type("connections");
    await sextant.waitFor("/connections");
    await sextant.do("filter.keep", /Space select/u);
    await sextant.on("not clear");
    await sextant.do("comparison.mark", /▌Which one her/u);
    await sextant.waitFor(/60 min → 45/u);
    await sextant.takeFound(/60 min → 45/u, "1 marked");
    await sextant.do("comparison.copy", /Enter +Copy 1 setting/u);
    await sextant.do("copying.send", "1 of 1 done");
    const after = (await world.configurations()).filter(isOf).map((each) => JSON.stringify(each));
    expect(after.map((text) => /"intervalMin":(\d+)/u.exec(text)?.[1]).toSorted()).toEqual(["30", "45"]);

    // Which one it is was said once: what the file says next is a difference of that one.
    const file = join(folder, "all.yaml");
    const text = readFileSync(file, "utf8");
    const [own] = text.split("---").filter((document) => document.includes("CONNECTIONS_PERCENT"));
    writeFileSync(file, text.replace(own ?? "", own?.replace("intervalMin: 45", "intervalMin: 50") ?? ""));
    await sextant.do("copying.done", /connections/u);
    await sextant.waitFor(/different +connections/u);
  });

  it("are read again when they are compared, and a wrong file is told as such", async () => {
    await using stage = await Stage.set(setting);
    const folder = await driftedFiles(stage);
    const sextant = await stage.at("overview", /drift +\S+ +settings +settings: 4 different/u, {
      SEXTANT_SETTINGS_FILES: folder,
    });
    const file = join(folder, "all.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace("eventTypeName:", "eventTypName:"));
    await sextant.select(/^ *drift/u);
    await sextant.do("list.open", "1 problem");
    await sextant.do("comparison.close", /▌Overview/u);
    await sextant.waitFor(/drift +\S+ +all\.yaml:\d+ +unknown:/u);
  });
});
