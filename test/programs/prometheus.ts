import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";

/** Prometheus, reading its targets from the discovery address (`http_sd_configs`). */

const Targets = z.object({
  status: z.literal("success"),
  data: z.object({
    activeTargets: z.array(
      z.object({ discoveredLabels: z.record(z.string(), z.string()), labels: z.record(z.string(), z.string()) }),
    ),
  }),
});

const Values = z.object({
  status: z.literal("success"),
  data: z.object({
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
  }),
});

export type Target = z.infer<typeof Targets>["data"]["activeTargets"][number];

/** Where the targets are read, and with what login. */
export type Discovery = { readonly url: string; readonly username: string; readonly password: string };

/** What Prometheus is to do, as its configuration has it. */
export type ScrapeConfiguration = Readonly<Record<string, unknown>>;

/** Reads its targets from a discovery address. What is found is not scraped: every target leads to a port of this machine on which nobody is. */
export const discovering = ({ url, username, password }: Discovery): ScrapeConfiguration => ({
  job_name: "clusters",
  scrape_interval: "1h",
  http_sd_configs: [{ url, refresh_interval: "1s", basic_auth: { username, password } }],
  relabel_configs: [
    { source_labels: ["__address__"], target_label: "node" },
    { target_label: "__address__", replacement: "127.0.0.1:1" },
  ],
});

/** Scrapes `/metrics` of a program, once a second. */
export const scraping = (address: string): ScrapeConfiguration => ({
  job_name: "sextant",
  scrape_interval: "1s",
  static_configs: [{ targets: [new URL(address).host] }],
});

export type Prometheus = {
  /** The targets that it knows, once it knows any. */
  targets(): Promise<readonly Target[]>;
  /** The values of an expression, once it has any: each with its labels. */
  query(expression: string): Promise<z.infer<typeof Values>["data"]["result"]>;
  /** What it said so far. */
  log(): string;
  stop(): Promise<void>;
};

/** Starts Prometheus on a free port of the loopback address. */
export async function startPrometheus(program: string, wanted: ScrapeConfiguration): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), "sextant-prometheus-"));
  const file = join(folder, "prometheus.yml");
  writeFileSync(file, JSON.stringify({ scrape_configs: [wanted] }));
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    "--web.listen-address=127.0.0.1:0",
  ];
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const lines: string[] = [];
  const log = (): string => lines.join("\n");
  const listening = new Promise<string>((resolve) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      lines.push(line);
      const address = /"Listening on" address=(127\.0\.0\.1:\d+)/u.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const endedBefore = ended.then(() => Promise.reject(new Error(`Prometheus ended: ${log()}`)));
  endedBefore.catch(() => undefined);
  const address = await Promise.race([listening, endedBefore]);
  /** Asks its API until the answer is as wanted. */
  const answered = async <Answer>(
    path: string,
    read: (json: unknown) => Answer,
    isWanted: (answer: Answer) => boolean,
  ) => {
    for (;;) {
      const reply = await Promise.race([fetch(`http://${address}/api/v1/${path}`), endedBefore]);
      const answer = reply.ok ? read(await reply.json()) : null;
      if (answer !== null && isWanted(answer)) return answer;
      await pause(50);
    }
  };
  return {
    log,
    stop,
    targets: () =>
      answered(
        "targets?state=active",
        (json) => Targets.parse(json).data.activeTargets,
        (found) => found.length > 0,
      ),
    query: (expression) =>
      answered(
        `query?query=${encodeURIComponent(expression)}`,
        (json) => Values.parse(json).data.result,
        (found) => found.length > 0,
      ),
  };
}
