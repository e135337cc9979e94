import type { IncomingMessage } from "node:http";
import { writeJson } from "../../contract/json/json.ts";
import { SCENARIOS } from "../faults/catalogue.ts";
import { applyToExisting, undoEntityFaults } from "../faults/entity-faults.ts";
import type { ActiveFault } from "../faults/faults.ts";
import { readFaults } from "../faults/grammar.ts";
import { FaultProblem } from "../faults/requested-fault.ts";
import type { WireAnswer } from "../requests/answer.ts";
import { readOptionalJson } from "../requests/body.ts";
import { invalid, notFound } from "../requests/http-error.ts";
import { readSampleWorld } from "../sample-world.ts";
import { readAnchor, simulatedAt } from "../storage/clock.ts";
import type { ServiceContext } from "./exchange.ts";

/**
 * The scenarios at the control surface:
 *
 * GET scenarios: all scenarios, and the active ones · POST scenarios: switches one on (as JSON, or `{"faults": "…"}` in the syntax of the command
 * line) · DELETE scenarios: switches all off · DELETE scenarios/NAME-OR-ID: switches those off
 */

/** True for paths of the scenarios, below the control surface. */
export const isScenarioPath = (path: string): boolean => path === "/scenarios" || path.startsWith("/scenarios/");

const answer = (value: unknown): WireAnswer => ({
  status: 200,
  headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
  body: writeJson(value),
});

function toAnswer({ id, scenario, patterns, when, wanted, until, count }: ActiveFault) {
  return {
    id,
    scenario: scenario.name,
    on: patterns.map(({ text }) => text),
    ...when,
    options: wanted.options ?? {},
    until: until === null ? null : new Date(until).toISOString(),
    seen: count.seen,
    triggered: count.triggered,
  };
}

const AVAILABLE = SCENARIOS.map(({ name, says, options, on, when, stage }) => ({
  name,
  says,
  options,
  on,
  when,
  stage,
}));

const isText = (value: unknown): value is { readonly faults: string } =>
  typeof value === "object" && value !== null && "faults" in value && typeof value.faults === "string";

async function nowOf({ store, wallClock }: ServiceContext): Promise<number> {
  return simulatedAt(await store.read(readAnchor), wallClock());
}

/** Switches a scenario on, and applies its immediate effects. @throws FaultProblem */
export async function switchOn(
  parts: ServiceContext,
  wish: unknown,
): Promise<ActiveFault & { readonly changed: number }> {
  const active = await parts.faults.switchOn(wish);
  const now = await nowOf(parts);
  const changed = await parts.store.write(null, async (transaction) => {
    const world = await readSampleWorld(transaction);
    const { made, scenario, wanted } = active;
    if (made.stage !== "start") return applyToExisting(transaction, parts.faults, active, world, now);
    const groupId = wanted.groupId ?? world.groupId;
    await made.start.start(transaction, { groupId, orgId: world.orgId, now, name: scenario.name });
    return 1;
  });
  return { ...(await parts.faults.current(active)), changed };
}

async function switchOff(parts: ServiceContext, name: string | undefined): Promise<readonly ActiveFault[]> {
  const ended = await parts.faults.switchOff(name);
  const now = await nowOf(parts);
  await parts.store.write(null, async (transaction) => {
    const { groupId, orgId } = await readSampleWorld(transaction);
    for (const active of ended) {
      const { made, wanted, scenario } = active;
      if (made.stage === "thing") await undoEntityFaults(transaction, active);
      if (made.stage !== "start") continue;
      const place = { groupId: wanted.groupId ?? groupId, orgId, now, name: scenario.name };
      await made.start.stop(transaction, place);
    }
  });
  return ended;
}

/** Switches all scenarios off without undoing their changes to the data: the data are deleted anyway. */
export async function forgetScenarios({ faults }: ServiceContext): Promise<void> {
  await faults.switchOff();
}

/** Answers a request at the scenario paths. */
export async function answerScenarios(
  parts: ServiceContext,
  path: string,
  incoming: IncomingMessage,
): Promise<WireAnswer> {
  const name = path === "/scenarios" ? undefined : decodeURIComponent(path.slice("/scenarios/".length));
  try {
    if (incoming.method === "GET" && name === undefined) {
      await parts.faults.refresh();
      return answer({ available: AVAILABLE, on: parts.faults.active().map(toAnswer) });
    }
    if (incoming.method === "POST" && name === undefined) {
      const wish = await readOptionalJson(incoming);
      const wishes = isText(wish) ? readFaults(wish.faults) : [wish];
      const on: (ActiveFault & { readonly changed: number })[] = [];
      for (const one of wishes) on.push(await switchOn(parts, one));
      return answer({ on: on.map((one) => ({ ...toAnswer(one), changed: one.changed })) });
    }
    if (incoming.method === "DELETE") {
      const ended = await switchOff(parts, name);
      if (name !== undefined && ended.length === 0) {
        throw notFound("RESOURCE_NOT_FOUND", `No scenario ${name} is on.`, name);
      }
      return answer({ off: ended.map(toAnswer) });
    }
  } catch (failure) {
    if (!(failure instanceof FaultProblem)) throw failure;
    throw invalid(
      [{ path: failure.field === "" ? [] : [failure.field], description: failure.message }],
      failure.message,
    );
  }
  throw notFound("RESOURCE_NOT_FOUND", `The control surface has no ${incoming.method} ${path}.`);
}
