import { join } from "node:path";
import { count, median } from "../figures.ts";
import { doing } from "../report.ts";
import { startService } from "./processes.ts";

const STARTS = 5;

/** From the start of the process to the ready line, and what it holds then: with the data to be laid, and with it there. */
export async function starts(home: string, sizes: readonly number[]): Promise<string[][]> {
  const rows: string[][] = [];
  for (const alerts of [220, ...sizes]) {
    doing(`starts with ${alerts} alerts`);
    const data = join(home, `starts-${alerts}`);
    const flags = ["--alerts", String(alerts)];
    const first = await startService(["--data", data], flags);
    const firstMemory = first.memory();
    await first.stop();
    const again: number[] = [];
    const memory: number[] = [];
    for (let run = 0; run < STARTS; run += 1) {
      const service = await startService(["--data", data], flags);
      again.push(service.readyAfter);
      memory.push(service.memory());
      await service.stop();
    }
    rows.push([
      count(alerts),
      count(first.readyAfter),
      count(firstMemory),
      count(Math.min(...again)),
      count(median(memory)),
    ]);
  }
  return rows;
}
