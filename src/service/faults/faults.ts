import type { ServerResponse } from "node:http";
import type { Operation } from "../../contract/operation.ts";
import { apiPrefix, type DialectId } from "../../contract/wire/dialect.ts";
import { Budgets } from "../instances/budgets.ts";
import type { FaultRecord, SharedState } from "../instances/shared-state.ts";
import { isSpent } from "../instances/when.ts";
import { randomOf } from "../random.ts";
import type { FaultEffect, Kit } from "./effect.ts";
import type { PatternSubject } from "./pattern.ts";
import { type Prepared, prepare } from "./prepared.ts";
import type { Made, Spending } from "./scenario.ts";

/** A scenario that is on. */
export type Active = Prepared & Omit<FaultRecord, "wanted">;

/** What is asked, as rules look at it. */
export type Subject = {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation | null;
};

/** What strikes a request: the effects, and the names of their scenarios for the journal. */
type TriggeredFaults = {
  readonly names: string[];
  readonly effects: FaultEffect[];
  readonly ended: AbortSignal;
};

/** The faults of each request that is being answered, read where the answer is written. */
const triggeredBy = new WeakMap<ServerResponse, TriggeredFaults>();

/** What strikes the request of a response; nothing where no scenario does. */
export const triggeredOf = (outgoing: ServerResponse): TriggeredFaults | undefined => triggeredBy.get(outgoing);

type Stage = Made["stage"];

/**
 * The scenarios that are on, of all instances: they end with the last of them. What they did to stored things stays, and can be taken
 * back. Each request looks once which they are (`refresh`).
 */
export class Faults {
  readonly #state: SharedState;
  readonly #wallClock: () => number;
  readonly #dialect: DialectId;
  readonly #prepared = new Map<string, Prepared>();
  #records: readonly FaultRecord[] = [];
  #active: readonly Active[] = [];
  readonly #end = new AbortController();

  constructor(state: SharedState, dialect: DialectId, wallClock: () => number) {
    this.#state = state;
    this.#dialect = dialect;
    this.#wallClock = wallClock;
  }

  /** Learns which scenarios are on. */
  async refresh(): Promise<void> {
    const records = await this.#state.faults();
    if (records === this.#records) return;
    this.#records = records;
    this.#active = records.map((record) => ({ ...record, ...this.#preparedOf(record) }));
    const ids = new Set(records.map(({ id }) => id));
    for (const id of this.#prepared.keys()) if (!ids.has(id)) this.#prepared.delete(id);
  }

  /** Whether anything of a stage is on. */
  has(...stages: readonly Stage[]): boolean {
    return this.#active.length > 0 && this.active().some(({ made }) => stages.includes(made.stage));
  }

  /** What is on now. */
  active(): readonly Active[] {
    const now = this.#wallClock();
    return this.#active.filter(({ until, when, count }) => (until === null || now < until) && !isSpent(when, count));
  }

  /**
   * Switches a wish on.
   *
   * @throws FaultProblem for anything in it that is wrong
   */
  async switchOn(given: unknown): Promise<Active> {
    const { wanted, when } = prepare(given, this.#kit(""));
    const until = when.seconds === undefined ? null : this.#wallClock() + when.seconds * 1000;
    const { id } = await this.#state.addFault(wanted, until);
    return this.#current(id);
  }

  /** One that is on, as it is now: how far it has counted. */
  async current(active: Active): Promise<Active> {
    await this.refresh();
    return this.#active.find(({ id }) => id === active.id) ?? active;
  }

  /** Switches off everything of a scenario's name or of an id, or all there is. @returns what was on */
  async switchOff(name?: string): Promise<readonly Active[]> {
    await this.refresh();
    const ended = this.#active.filter(
      ({ id, scenario }) => name === undefined || id === name || scenario.name === name,
    );
    if (ended.length > 0) await this.#state.removeFaults(ended.map(({ id }) => id));
    await this.refresh();
    return ended;
  }

  /** Counts one that a scenario is about. @returns whether it strikes */
  strike({ id, when }: Active): Promise<boolean> {
    return this.#state.strike(id, when);
  }

  /** The service ends: requests that wait are released, and nothing more is done for them. */
  end(): void {
    this.#end.abort();
  }

  /** Counts a request at a stage, and remembers what strikes it. */
  async meet(
    stage: "arrival" | "admitted",
    subject: Subject,
    outgoing: ServerResponse,
  ): Promise<readonly FaultEffect[]> {
    const effects: FaultEffect[] = [];
    for (const active of this.#meant(stage, subject)) {
      if (active.made.stage !== stage || !(await this.strike(active))) continue;
      effects.push(active.made.effect);
      this.#remember(outgoing, active.scenario.name, active.made.effect);
    }
    return effects;
  }

  /** The budget that a request is taken from instead of the usual one, or undefined. */
  async budgetOf(subject: Subject, outgoing: ServerResponse): Promise<Spending | undefined> {
    for (const active of this.#meant("budget", subject)) {
      if (active.made.stage !== "budget" || !(await this.strike(active))) continue;
      this.#remember(outgoing, active.scenario.name, active.made.effect);
      return active.made.spend;
    }
    return undefined;
  }

  /** Whether replacing writes of this request are watched. */
  watches(subject: Subject): boolean {
    return this.#meant("journal", subject).length > 0;
  }

  #meant(stage: Stage, { method, path, operation }: Subject): readonly Active[] {
    if (this.#active.length === 0) return [];
    const prefix = apiPrefix(this.#dialect);
    const below = path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : null;
    const subject: PatternSubject = { method, path, below, operation };
    // Who says nothing of paths, or only wildcards, means operations.
    const isOther = stage === "admitted" && operation === null;
    const meets = ({ patterns }: Active): boolean =>
      patterns.length === 0
        ? !isOther
        : patterns.some((pattern) => (!isOther || pattern.rooted) && pattern.meets(subject));
    return this.active().filter((active) => active.made.stage === stage && meets(active));
  }

  async #current(id: string): Promise<Active> {
    await this.refresh();
    const active = this.#active.find((one) => one.id === id);
    if (active === undefined) throw new Error(`the scenario ${id} was switched off as soon as it was on`);
    return active;
  }

  /** What a record says, ready to be used: made once a process, because what it is made of goes on counting. */
  #preparedOf({ id, wanted }: FaultRecord): Prepared {
    const known = this.#prepared.get(id) ?? prepare(wanted, this.#kit(id));
    this.#prepared.set(id, known);
    return known;
  }

  #kit(id: string): Kit {
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
