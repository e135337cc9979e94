import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { programOf } from "../../build.ts";
import { ClusterName } from "../../src/contract/schema/ids.ts";
import { Home } from "./home.ts";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** Every address in an answer that is not one of the API's own links. */
const linksIn = (text: string): readonly string[] =>
  [...text.matchAll(/"(https?:[^"]*)"/gu)].flatMap(([, url = ""]) => (url.includes("/api/") ? [] : [url]));

it("download links and keys are on screen at most, and in no file of the console", async () => {
  for (const setting of SIZES.slice(0, 1)) {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const clusters = await world.client.call("listClusters", { params: { groupId: world.main } });
    const names = JSON.stringify(clusters.raw).matchAll(/"name":"([\w-]+)"/gu);
    const links: string[] = [];
    for (const [, clusterName = ""] of names) {
      const params = { groupId: world.main, clusterName: ClusterName.of(clusterName) };
      const jobs = await world.client.call("listBackupRestoreJobs", { params }).catch(() => null);
      if (jobs !== null) links.push(...linksIn(JSON.stringify(jobs.raw)));
    }
    expect(links.length).toBeGreaterThan(0);
    const sextant = stage.console(["restore-jobs"]);
    await sextant.waitFor(/Restores .*as of/u);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected job" });
    sextant.press("quit");
    expect(await sextant.exit()).toEqual({ code: 0, signal: 0 });
    const kept = [...stage.home.files()].map(([name, text]) => `${name}\n${text}`).join("\n");
    expect(kept).toContain("start.json");
    const secrets = [...links, world.ready.privateKey, world.ready.scrapePassword, world.ready.controlToken];
    expect(secrets.filter((secret) => secret !== "" && kept.includes(secret))).toEqual([]);
  }
});

it("no inspector is opened by a signal", async () => {
  using home = new Home();
  const service = spawn(process.execPath, [programOf(), "serve", "--json", "--data", ":memory:", "--quiet"], {
    env: { ...process.env, ...home.env },
  });
  const complaints: string[] = [];
  service.stderr.on("data", (chunk: Buffer) => complaints.push(chunk.toString()));
  await once(createInterface({ input: service.stdout }), "line");
  service.kill("SIGUSR1");
  service.kill("SIGTERM");
  const [code] = await once(service, "exit");
  expect({ code, complaints }).toEqual({ code: 0, complaints: [] });
});
