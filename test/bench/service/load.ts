/**
 * The load, in a process of its own so that it takes no time from who answers: reads one job as JSON from standard input, sends
 * it, and prints what each answer took.
 */
import { json } from "node:stream/consumers";
import { Pool } from "undici";
import { Job, type Measured } from "./job.ts";

const job = Job.parse(await json(process.stdin));
const pool = new Pool(job.origin, { connections: job.connections, pipelining: 1 });

/** Sends one request and reads its answer to the end. */
async function send(number: number): Promise<number> {
  const { method, paths, headers, body } = job;
  const path = paths[number % paths.length];
  if (path === undefined) throw new Error("The job names no path.");
  const began = performance.now();
  const answer = await pool.request({ method, path, headers, ...(body === undefined ? {} : { body }) });
  await answer.body.bytes();
  if (answer.statusCode !== job.status) throw new Error(`${method} ${path} was answered with ${answer.statusCode}.`);
  return performance.now() - began;
}

/** A number of requests over all connections, each of which sends its next one when it has its answer. */
async function run(requests: number): Promise<Measured> {
  const milliseconds: number[] = [];
  let next = 0;
  const connection = async (): Promise<void> => {
    while (next < requests) {
      const number = next;
      next += 1;
      milliseconds.push(await send(number));
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: job.connections }, connection));
  return { seconds: (performance.now() - began) / 1000, milliseconds };
}

await run(job.warmUp);
const measured = await run(job.requests);
await pool.close();
process.stdout.write(JSON.stringify(measured));
