import { execFile, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { request } from "undici";
import { doing } from "../report.ts";

/** The version of Prism that is measured: what others use where they need an API that is only described. */
const PACKAGE = "@stoplight/prism-cli@5.16.0";
const INSTALLING = 180_000;
const STARTING = 30_000;

/** Prism's mock of a description. */
export type Prism = { readonly origin: string; stop(): Promise<void> };

/**
 * Fetches Prism into a folder and lets it answer from a description.
 *
 * @returns null, and says so, where it cannot be fetched or does not start
 */
export async function startPrism(description: string, folder: string): Promise<Prism | null> {
  try {
    doing(`${PACKAGE} is fetched`);
    const flags = ["--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
    await promisify(execFile)("npm", ["install", ...flags, PACKAGE], { timeout: INSTALLING });
    const file = join(folder, "openapi.json");
    writeFileSync(file, description);
    return await started(join(folder, "node_modules/@stoplight/prism-cli/dist/index.js"), file);
  } catch (failure) {
    doing(`Prism is absent: ${failure instanceof Error ? failure.message.split("\n", 1)[0] : String(failure)}`);
    return null;
  }
}

async function started(program: string, file: string): Promise<Prism> {
  const port = await freePort();
  // It logs each request otherwise.
  const args = [program, "mock", "--host", "127.0.0.1", "--port", String(port), "--verboseLevel", "error", file];
  const child = spawn(process.execPath, args, { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const origin = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  for (const until = performance.now() + STARTING; performance.now() < until; ) {
    const answer = await request(origin).catch(() => null);
    await answer?.body.dump();
    if (answer !== null) return { origin, stop };
    await wait(100);
  }
  await stop();
  throw new Error(`it did not listen within ${STARTING / 1000} s`);
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
