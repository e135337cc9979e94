import type { IncomingMessage } from "node:http";
import * as z from "zod";
import { writeJson } from "../../contract/json/json.ts";
import { ROLES } from "../../contract/roles.ts";
import { FASTEST_SPEED } from "../../contract/wire/wire.ts";
import { runDueTransitions } from "../due-transitions.ts";
import { withEntityFaults } from "../faults/entity-faults.ts";
import type { WireAnswer } from "../requests/answer.ts";
import { readOptionalJson } from "../requests/body.ts";
import { addCaller, newAccount, newKey } from "../requests/callers.ts";
import { invalid, notFound } from "../requests/http-error.ts";
import { readSampleWorld, resetSampleWorld } from "../sample-world.ts";
import { SIMULATED_APPROVALS } from "../simulated-approvals.ts";
import { MOST_SNAPSHOTS } from "../snapshots/stored.ts";
import { type ClockAnchor, readAnchor, simulatedAt, writeAnchor } from "../storage/clock.ts";
import { isoTime } from "../storage/timeline.ts";
import type { ServiceContext } from "./exchange.ts";
import { answerScenarios, forgetScenarios, isScenarioPath } from "./fault-control.ts";
import type { ServiceReady } from "./ready.ts";

/** Range of simulated time: every time that the service writes has a four-digit year. */
const EARLIEST = Date.UTC(2001, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

const roleList = z.array(z.enum(ROLES));
const ClockBody = z.strictObject({
  now: z.iso.datetime({ offset: true }).optional(),
  speed: z.number().min(0).max(FASTEST_SPEED).optional(),
});
const StepBody = z.strictObject({
  seconds: z
    .number()
    .min(0)
    .max(100 * 366 * 86_400),
});
const ResetBody = z.strictObject({
  seed: z.int().optional(),
  alerts: z.int().min(0).max(1_000_000).optional(),
  projects: z.int().min(1).max(1000).optional(),
  snapshots: z.int().min(0).max(MOST_SNAPSHOTS).optional(),
});
const ApproveBody = z.strictObject({ what: z.string(), id: z.string() });
const KeyBody = z.strictObject({
  kind: z.enum(["key", "account"]).default("key"),
  projects: z.record(z.string(), roleList).default({}),
  organizations: z.record(z.string(), roleList).default({}),
});

const done = (status: number, value?: unknown): WireAnswer => ({
  status,
  headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
  body: value === undefined ? null : writeJson(value),
});

type Route = (incoming: IncomingMessage) => Promise<WireAnswer>;

/** Paths of the control surface with their methods, except those of the scenarios. */
function routesOf(parts: ServiceContext, ready: () => Promise<ServiceReady>): Readonly<Record<string, Route>> {
  return {
    "GET /ready": async () => done(200, await ready()),
    "GET /clock": async () => done(200, await tellClock(parts)),
    "PUT /clock": async (incoming) => {
      const { now, speed } = await read(ClockBody, incoming);
      await setClock(parts, (anchor, current) => ({
        simulated: now === undefined ? current : Date.parse(now),
        speed: speed ?? anchor.speed,
      }));
      return done(200, await tellClock(parts));
    },
    "POST /clock/step": async (incoming) => {
      const { seconds } = await read(StepBody, incoming);
      await setClock(parts, (anchor, current) => ({ simulated: current + seconds * 1000, speed: anchor.speed }));
      await catchUp(parts);
      return done(200, await tellClock(parts));
    },
    "POST /reset": async (incoming) => {
      const given = await read(ResetBody, incoming);
      const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      await forgetScenarios(parts);
      await resetSampleWorld(parts.store, change, parts.wallClock());
      return done(200, await ready());
    },
    "POST /approve": async (incoming) => {
      const { what, id } = await read(ApproveBody, incoming);
      const approval = SIMULATED_APPROVALS[what];
      // Validated against the state after all due transitions.
      await catchUp(parts);
      const { milliseconds: now } = await tellClock(parts);
      const found =
        approval !== undefined && (await parts.store.write(null, (transaction) => approval(transaction, id, now)));
      if (!found) throw notFound("RESOURCE_NOT_FOUND", `There is no ${what} ${id} to approve.`, what, id);
      return done(204);
    },
    "GET /journal": async () => done(200, { entries: await parts.state.requests() }),
    "DELETE /journal": async () => {
      await parts.state.clearRequests();
      return done(204);
    },
    "POST /keys": async (incoming) => {
      const { kind, ...grants } = await read(KeyBody, incoming);
      const caller = kind === "key" ? newKey(grants) : newAccount(grants);
      await parts.store.write(null, (transaction) => addCaller(transaction, caller));
      const { name, secret } = caller;
      return done(
        200,
        kind === "key" ? { publicKey: name, privateKey: secret } : { clientId: name, clientSecret: secret },
      );
    },
  };
}

/**
 * Answers a request at the control surface from a caller that was admitted.
 *
 * @param path below the control surface
 * @throws HttpError for a request that is refused
 */
export async function answerControl(
  parts: ServiceContext,
  ready: () => Promise<ServiceReady>,
  path: string,
  incoming: IncomingMessage,
): Promise<WireAnswer> {
  if (isScenarioPath(path)) return answerScenarios(parts, path, incoming);
  const route = routesOf(parts, ready)[`${incoming.method} ${path}`];
  if (route === undefined) {
    throw notFound("RESOURCE_NOT_FOUND", `The control surface has no ${incoming.method} ${path}.`);
  }
  return route(incoming);
}

async function read<Schema extends z.ZodType>(schema: Schema, incoming: IncomingMessage): Promise<z.output<Schema>> {
  const checked = schema.safeParse(await readOptionalJson(incoming));
  if (checked.success) return checked.data;
  const fields = checked.error.issues.map(({ path, message }) => ({
    path: path.map((step) => (typeof step === "number" ? step : String(step))),
    description: message,
  }));
  throw invalid(fields, fields[0]?.description ?? "invalid value");
}

async function tellClock(parts: ServiceContext) {
  const real = parts.wallClock();
  const anchor = await parts.store.read((transaction) => readAnchor(transaction));
  return { now: isoTime(simulatedAt(anchor, real)), milliseconds: simulatedAt(anchor, real), speed: anchor.speed };
}

async function setClock(
  parts: ServiceContext,
  change: (anchor: ClockAnchor, current: number) => { simulated: number; speed: number },
): Promise<void> {
  const real = parts.wallClock();
  parts.anchor = await parts.store.write(null, async (transaction) => {
    const anchor = await readAnchor(transaction);
    const { simulated, speed } = change(anchor, simulatedAt(anchor, real));
    if (!(simulated >= EARLIEST && simulated <= LATEST)) throw invalid([], "The time must be between 2001 and 2200.");
    const next = { simulated, real, speed };
    await writeAnchor(transaction, next);
    return next;
  });
}

/** Applies due transitions of all projects up to now, so that a clock step of any size shows at once. */
async function catchUp(parts: ServiceContext): Promise<void> {
  const real = parts.wallClock();
  const moved = await parts.store.write(null, async (transaction) => {
    const now = simulatedAt(await readAnchor(transaction), real);
    const { groups } = await readSampleWorld(transaction);
    const faultyTransaction = withEntityFaults(transaction, parts.faults, now);
    let documents = 0;
    const run = { now, quiet: parts.quiet, report: parts.reportOnce };
    for (const { id } of groups) documents += await runDueTransitions(faultyTransaction, id, run);
    return documents;
  });
  parts.measures.moved(moved);
}
