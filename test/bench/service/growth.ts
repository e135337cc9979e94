import { median, milliseconds, times } from "../figures.ts";
import { doing } from "../report.ts";
import { load } from "./processes.ts";
import { jobOf, type Subject } from "./subject.ts";

/** For the growth with the number of rows: one connection, the services asked in turn. */
const REQUESTS = 300;
const WARM_UP = 300;
const ROUNDS = 5;

/** The median (ms) with each number of alerts, and what the most take beside the fewest, and beside the first page of as many. */
export async function growth(subjects: readonly Subject[]): Promise<string[][]> {
  const rows: string[][] = [];
  const counts = { connections: 1, requests: REQUESTS, warmUp: WARM_UP };
  const measured = subjects[0]?.growth ?? [];
  const best = subjects.map(() => measured.map(() => Number.POSITIVE_INFINITY));
  // All kinds of a round after each other: what the machine does meanwhile falls on all of them.
  for (let round = 0; round < ROUNDS; round += 1) {
    doing(`growth, round ${round + 1}`);
    for (const [kind] of measured.entries()) {
      for (const [index, subject] of subjects.entries()) {
        const [same, medians] = [subject.growth[kind], best[index]];
        if (same === undefined || medians === undefined) continue;
        const { milliseconds: each } = await load(jobOf(subject.service.ready.baseUrl, subject, same, counts));
        medians[kind] = Math.min(medians[kind] ?? Number.POSITIVE_INFINITY, median(each));
      }
    }
  }
  const firstPage = measured.findIndex(({ name }) => name === "first page of 100");
  for (const [kind, { name }] of measured.entries()) {
    const medians = best.map((one) => one[kind] ?? Number.NaN);
    const [few = Number.NaN, many = Number.NaN] = [medians.at(0), medians.at(-1)];
    const beside = name.includes("page") ? times(many / (best.at(-1)?.[firstPage] ?? Number.NaN)) : "";
    rows.push([name, ...medians.map(milliseconds), times(many / few), beside]);
  }
  return rows;
}
