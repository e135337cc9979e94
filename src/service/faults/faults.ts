import type { ServerResponse } from "node:http";
import type { Operation } from "../../contract/operation.ts";
import { apiPrefix, type DialectId } from "../../contract/wire/dialect.ts";
import { Budgets } from "../instances/budgets.ts";
import type { FaultRecord, SharedState } from "../instances/shared-state.ts";
import { isSpent } from "../instances/trigger-rule.ts";
import { randomOf } from "../random.ts";
import type { FaultEffect, ScenarioContext } from "./effect.ts";
import type { PatternSubject } from "./pattern.ts";
import type { prepareFault as Prepare, PreparedFault } from "./prepared.ts";
import type { Spending, StagedFault } from "./scenario.ts";

/** An active scenario. */
export type ActiveFault = PreparedFault & Omit<FaultRecord, "wanted">;

/** The parts of a request that patterns are matched with. */
export type MatchedRequest = {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation | null;
};

/** Faults triggered by a request: their effects, and their scenarios' names for the request log. */
type TriggeredFaults = {
  readonly names: string[];
  readonly effects: FaultEffect[];
  readonly ended: AbortSignal;
};

/** Triggered faults per request, read when the answer is written. */
const triggeredBy = new WeakMap<ServerResponse, TriggeredFaults>();

/** Triggered faults of a request; undefined if there are none. */
export const triggeredOf = (outgoing: ServerResponse): TriggeredFaults | undefined => triggeredBy.get(outgoing);

type Stage = StagedFault["stage"];

/** Loads the scenarios with their schemas, which most services never need. */
const preparation = async (): Promise<typeof Prepare> => (await import("./prepared.ts")).prepareFault;

/**
 * The active scenarios, shared by all instances of the service; they end with the last instance. Their changes to stored documents stay, and can be
 * undone. Each request reads the current set once (`refresh`).
 */
export class Faults {
  readonly #state: SharedState;
  readonly #wallClock: () => number;
  readonly #dialect: DialectId;
  readonly #prepared = new Map<string, PreparedFault>();
  #records: readonly FaultRecord[] = [];
  #active: readonly ActiveFault[] = [];
  /** Number of reads begun, and the number of the newest one whose set is used. */
  #begun = 0;
  #taken = 0;
  readonly #end = new AbortController();

  constructor(state: SharedState, dialect: DialectId, wallClock: () => number) {
    this.#state = state;
    this.#dialect = dialect;
    this.#wallClock = wallClock;
  }

  /** Reads which scenarios are active. */
  async refresh(): Promise<void> {
    this.#begun += 1;
    const read = this.#begun;
    const records = await this.#state.faults();
    const prepare = records.length === 0 || records === this.#records ? null : await preparation();
    // A read that was begun later has a newer set; without scenarios it waits for no schemas.
    if (read < this.#taken) return;
    this.#taken = read;
    if (records === this.#records) return;
    this.#records = records;
    this.#active =
      prepare === null ? [] : records.map((record) => ({ ...record, ...this.#preparedOf(record, prepare) }));
    const ids = new Set(records.map(({ id }) => id));
    for (const id of this.#prepared.keys()) if (!ids.has(id)) this.#prepared.delete(id);
  }

  /** True if a scenario of one of these stages is active. */
  has(...stages: readonly Stage[]): boolean {
    return this.#active.length > 0 && this.active().some(({ made }) => stages.includes(made.stage));
  }

  /** The scenarios that are active now. */
  active(): readonly ActiveFault[] {
    const now = this.#wallClock();
    return this.#active.filter(({ until, when, count }) => (until === null || now < until) && !isSpent(when, count));
  }

  /**
   * Switches a scenario on.
   *
   * @throws FaultProblem for any error in `given`
   */
  async switchOn(given: unknown): Promise<ActiveFault> {
    const prepare = await preparation();
    const { wanted, when } = prepare(given, this.#contextOf(""));
    const until = when.seconds === undefined ? null : this.#wallClock() + when.seconds * 1000;
    const { id } = await this.#state.addFault(wanted, until);
    return this.#current(id);
  }

  /** The current state of an active scenario, with its counters. */
  async current(active: ActiveFault): Promise<ActiveFault> {
    await this.refresh();
    return this.#active.find(({ id }) => id === active.id) ?? active;
  }

  /** Switches off all scenarios with this name or id, or all there are. @returns the scenarios switched off */
  async switchOff(name?: string): Promise<readonly ActiveFault[]> {
    await this.refresh();
    const ended = this.#active.filter(
      ({ id, scenario }) => name === undefined || id === name || scenario.name === name,
    );
    if (ended.length > 0) await this.#state.removeFaults(ended.map(({ id }) => id));
    await this.refresh();
    return ended;
  }

  /** Counts a request or document that a scenario applies to. @returns true if the scenario is triggered */
  countHit({ id, when }: ActiveFault): Promise<boolean> {
    return this.#state.countHit(id, when);
  }

  /** Ends the service: waiting requests are released and not processed further. */
  end(): void {
    this.#end.abort();
  }

  /** Counts a request at a stage, and records the triggered faults. */
  async meet(
    stage: "arrival" | "admitted",
    subject: MatchedRequest,
    outgoing: ServerResponse,
  ): Promise<readonly FaultEffect[]> {
    const effects: FaultEffect[] = [];
    for (const active of this.#matching(stage, subject)) {
      if (active.made.stage !== stage || !(await this.countHit(active))) continue;
      effects.push(active.made.effect);
      this.#remember(outgoing, active.scenario.name, active.made.effect);
    }
    return effects;
  }

  /** The budget to charge a request to instead of the usual one; undefined if there is none. */
  async budgetOf(subject: MatchedRequest, outgoing: ServerResponse): Promise<Spending | undefined> {
    for (const active of this.#matching("budget", subject)) {
      if (active.made.stage !== "budget" || !(await this.countHit(active))) continue;
      this.#remember(outgoing, active.scenario.name, active.made.effect);
      return active.made.spend;
    }
    return undefined;
  }

  /** True if replacing writes of this request are checked for lost fields. */
  watches(subject: MatchedRequest): boolean {
    return this.#matching("journal", subject).length > 0;
  }

  #matching(stage: Stage, { method, path, operation }: MatchedRequest): readonly ActiveFault[] {
    if (this.#active.length === 0) return [];
    const prefix = apiPrefix(this.#dialect);
    const below = path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : null;
    const subject: PatternSubject = { method, path, below, operation };
    // Without patterns, or with only wildcards, a scenario applies to operations alone.
    const isOther = stage === "admitted" && operation === null;
    const meets = ({ patterns }: ActiveFault): boolean =>
      patterns.length === 0
        ? !isOther
        : patterns.some((pattern) => (!isOther || pattern.rooted) && pattern.meets(subject));
    return this.active().filter((active) => active.made.stage === stage && meets(active));
  }

  async #current(id: string): Promise<ActiveFault> {
    await this.refresh();
    const active = this.#active.find((one) => one.id === id);
    if (active === undefined) throw new Error(`the scenario ${id} was switched off as soon as it was on`);
    return active;
  }

  /** A record prepared for use: once per process, because its counters and random numbers continue. */
  #preparedOf({ id, wanted }: FaultRecord, prepare: typeof Prepare): PreparedFault {
    const known = this.#prepared.get(id) ?? prepare(wanted, this.#contextOf(id));
    this.#prepared.set(id, known);
    return known;
  }

  #contextOf(id: string): ScenarioContext {
    return {
      random: randomOf("faults", id),
      budgets: (factor) => new Budgets(this.#state, { factor, name: `fault ${id}\n`, wallClock: this.#wallClock }),
      ended: this.#end.signal,
    };
  }

  #remember(outgoing: ServerResponse, name: string, effect: FaultEffect): void {
    const triggered = triggeredBy.get(outgoing) ?? { names: [], effects: [], ended: this.#end.signal };
    triggered.names.push(name);
    triggered.effects.push(effect);
    triggeredBy.set(outgoing, triggered);
  }
}
