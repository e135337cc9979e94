/**
 * A console that is left open for a night on the overview of all projects, against the real service over HTTP: run by itself, it prints
 * as JSON what it asked, wrote and held. Its time is stepped from one timer to the next; nothing else is played.
 *
 * node --expose-gc PROGRAM SERVICE.TS HOURS QUIET PROJECTS
 */
import { subscribe } from "node:diagnostics_channel";
import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import xterm from "@xterm/headless";
import { Box, type DOMElement, type Instance } from "ink";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { startTicks } from "../../src/app/screen/ticks.ts";
import { startWatching } from "../../src/app/screen/watching.ts";
import { createAppStore } from "../../src/app/store.ts";
import { createClient } from "../../src/client/client.ts";
import type { OperationArgs } from "../../src/client/request.ts";
import { connectionOfReady } from "../../src/commands/connect.ts";
import { isObject } from "../../src/contract/json/json.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { operations } from "../../src/contract/operations.ts";
import { Secret } from "../../src/contract/secret.ts";
import type { Connection } from "../../src/contract/wire/connection.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { systemClock } from "../../src/state/clock.ts";
import { diskFiles } from "../../src/state/files/disk-files.ts";
import type { ServiceClient } from "../../src/state/service-client.ts";
import { createOutput } from "../../src/terminal/output.ts";
import { paintWith } from "../../src/ui/paint/painter.ts";
import { readRows } from "../journeys/screen.ts";
import { profileOf } from "../state/on-service.ts";
import { played } from "../ui/played.tsx";
import type { Call, Hour, Night } from "./figures.ts";
import { takeTime } from "./time.ts";

const [servicePath = "", hours = "24", quiet = "false", projects = "3"] = process.argv.slice(2);
const HOUR = 3_600_000;
const SIZE = { columns: 120, rows: 40 } as const;
const BEGINS = Date.UTC(2026, 10, 21, 18, 0, 0);

const time = takeTime(BEGINS);

const isReady = (value: unknown): value is ServiceReady => isObject(value) && typeof value["baseUrl"] === "string";

const worker = new Worker(servicePath, {
  workerData: { shared: time.shared, quiet: quiet === "true", projects: Number(projects) },
});
const ready = await new Promise<ServiceReady>((resolve, reject) => {
  worker.once("error", reject);
  worker.once("message", (message: unknown) => {
    if (isReady(message)) resolve(message);
    else reject(new TypeError("the service did not say where it is"));
  });
});

/** Every request that went to the wire, whatever for. */
let requests = 0;
let tokens = 0;
subscribe("undici:request:create", (message) => {
  requests += 1;
  const request = isObject(message) ? message["request"] : undefined;
  if (isObject(request) && String(request["path"]).startsWith("/api/oauth/token")) tokens += 1;
});

/** Requests of the API, kept outside of the heap that is measured: each with its moment and the number of its kind. */
const kinds: Omit<Call, "at">[] = [];
const moments = new Float64Array(1_000_000);
const kindOf = new Uint8Array(moments.length);
let sent = 0;
function note({ budget }: Operation, { params }: OperationArgs): void {
  const project = String(params?.["groupId"] ?? "");
  const known = kinds.findIndex((kind) => kind.project === project && kind.budget === budget);
  if (known === -1) kinds.push({ project, budget });
  moments[sent] = time.now();
  kindOf[sent] = known === -1 ? kinds.length - 1 : known;
  sent += 1;
}
const callsFrom = (first: number): readonly Call[] =>
  [...moments.subarray(first, sent)].flatMap((at, index) => {
    const kind = kinds[kindOf[first + index] ?? -1];
    return kind === undefined ? [] : [{ at, ...kind }];
  });

const connection: Connection = {
  ...connectionOfReady(ready, null),
  credentials: { kind: "oauth2", clientId: ready.clientId, clientSecret: new Secret(ready.clientSecret) },
};
const client = createClient(connection);

/** Calls that are under way: time stands still for them. */
let underWay = 0;
async function tracked<Result>(call: Promise<Result>): Promise<Result> {
  underWay += 1;
  try {
    return await call;
  } finally {
    underWay -= 1;
  }
}
const counting: ServiceClient = {
  call: (id, args, options) => {
    note(operations[id], args);
    return tracked(client.call(id, args, options));
  },
  callOperation: (operation, args, options) => {
    note(operation, args);
    return tracked(client.callOperation(operation, args, options));
  },
  allowWritesUntil: (time) => client.allowWritesUntil(time),
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** Until everything that is under way has come and is drawn. */
async function settled(): Promise<void> {
  for (let still = 0; still < 3; ) {
    await turn();
    still = underWay === 0 ? still + 1 : 0;
  }
}

/** A terminal that takes everything. */
class Screen extends EventEmitter {
  readonly isTTY = true;
  readonly columns = SIZE.columns;
  readonly rows = SIZE.rows;
  readonly terminal = new xterm.Terminal({
    cols: SIZE.columns,
    rows: SIZE.rows,
    allowProposedApi: true,
    convertEol: true,
  });
  bytes = 0;

  write(bytes: string | Uint8Array): boolean {
    this.bytes += typeof bytes === "string" ? Buffer.byteLength(bytes) : bytes.length;
    this.terminal.write(bytes);
    return true;
  }

  text(): Promise<string> {
    return new Promise((resolve) => this.terminal.write("", () => resolve(readRows(this.terminal).join("\n"))));
  }
}

const state = mkdtempSync(join(tmpdir(), "sextant-night-"));
const store = createAppStore(
  {
    profile: profileOf(ready, connection, counting),
    files: diskFiles(state),
    clock: { ...systemClock, now: time.now, after: time.after },
    random: Math.random,
    process: "night",
  },
  { area: "overview", ids: [] },
);
store.session.setZone("utc");
for (const { id, groupId: project } of ready.migrations) {
  store.names.remember({ kind: "migration", name: id, id, project, source: "told by the service", about: {} });
}

const screen = new Screen();
const output = createOutput(screen, {});
const { app, mount } = played(store, SIZE, { now: time.now });

function Painted({ children }: { children: ReactNode }): ReactNode {
  const anchor = useRef<DOMElement>(null);
  useLayoutEffect(
    () => (anchor.current === null ? undefined : paintWith(output, anchor.current, () => ink?.clear())),
    [],
  );
  return (
    <>
      {children}
      <Box ref={anchor} position="absolute" />
    </>
  );
}

const stopWatching = startWatching(app, time.after);
const stopTicks = startTicks(app, time);
let ink: Instance | undefined;
ink = mount(output, { alternateScreen: true }, (root) => <Painted>{root}</Painted>);

/** Lets time pass, from one timer to the next. */
async function pass(until: number): Promise<void> {
  for (;;) {
    await settled();
    const next = time.next();
    if (next === null || next > until) break;
    time.goTo(next);
  }
  time.goTo(until);
  await settled();
}

/** Bytes that the console holds when all rubbish is gone. */
function heap(): number {
  if (globalThis.gc === undefined) throw new Error("run it with --expose-gc");
  for (let again = 0; again < 3; again += 1) globalThis.gc();
  return process.memoryUsage().heapUsed;
}

const samples = (): number => [...store.getState().samples.values()].reduce((sum, { length }) => sum + length, 0);

await store.start();
await pass(time.now() + 5000);
store.views.setParams("overview", { projects: "all" });
await pass(time.now() + 5000);
const began = time.now();
const openedWith = sent;
const recorded: Hour[] = [];
for (let hour = 1; hour <= Number(hours); hour += 1) {
  const before = { bytes: screen.bytes, requests, tokens };
  await pass(began + hour * HOUR);
  recorded.push({
    bytes: screen.bytes - before.bytes,
    requests: requests - before.requests,
    tokens: tokens - before.tokens,
    heap: heap(),
    samples: samples(),
  });
}
const night: Night = {
  hours: recorded,
  processor: process.cpuUsage().user / 1_000_000,
  projects: ready.groups.map(({ id, name }) => ({ id, name })),
  calls: callsFrom(openedWith),
  screen: await screen.text(),
  ended: new Date(time.now()).toISOString(),
};
process.stdout.write(JSON.stringify(night));
stopTicks();
stopWatching();
ink.unmount();
await store.stop();
await client.close();
worker.postMessage("stop");
await new Promise((resolve) => worker.once("exit", resolve));
rmSync(state, { recursive: true, force: true });
// Not before all of it is through the pipe.
process.stdout.write("", () => process.exit());
