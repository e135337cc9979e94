import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { programOf } from "../../build.ts";
import { isReady } from "../../src/service/server/ready.ts";

/** The program itself, as somebody runs it for others: what it writes where, and how it ends. */

test("sextant serve --log json says where it is on standard output, and logs on standard error", async () => {
  const child = spawn(process.execPath, [programOf(), "serve", "--data", ":memory:", "--json", "--log", "json"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let [out, log] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    log += chunk;
  });
  await expect.poll(() => out, { timeout: 30_000 }).toContain("\n");
  const ready: unknown = JSON.parse(out);
  if (!isReady(ready)) throw new TypeError(out);
  const get = (path: string) => fetch(`${ready.baseUrl}${path}`, { headers: { "X-Request-Id": "one" } });
  expect((await get("/readyz")).status).toBe(200);
  expect((await get("/nowhere?secret=1")).headers.get("x-request-id")).toBe("one");
  expect(await (await get("/metrics")).text()).toContain('sextant_requests_total{operation="none",status="404"} 1');
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  expect(
    log
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    expect.objectContaining({ level: "info", requestId: "one", method: "GET", path: "/nowhere", status: 404 }),
  ]);
  expect(out.trimEnd().split("\n")).toHaveLength(1);
});
