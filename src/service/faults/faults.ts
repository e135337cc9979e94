import type { ServerResponse } from "node:http";
import { apiPrefix, type DialectId } from "../../contract/dialect.ts";
import type { Operation } from "../../contract/operation.ts";
import { Budgets } from "../budgets.ts";
import { randomOf } from "../random.ts";
import type { FaultEffect, Kit } from "./effect.ts";
import type { PatternSubject } from "./pattern.ts";
import { type Prepared, prepare } from "./prepared.ts";
import type { Made, Spending } from "./scenario.ts";
import { type Count, isSpent, strikes } from "./when.ts";

/** A scenario that is on. */
export type Active = Prepared & {
  /** Names this one among all that were switched on. */
  readonly id: string;
  readonly count: Count;
  /** Until when, in milliseconds of the wall clock; null for as long as the service runs. */
  readonly until: number | null;
};

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
 * The scenarios that are on, of this process: they end with it. What they did to stored things stays, and can be taken back.
 */
export class Faults {
  readonly #wallClock: () => number;
  readonly #dialect: DialectId;
  #active: readonly Active[] = [];
  #number = 0;
  readonly #end = new AbortController();

  constructor(dialect: DialectId, wallClock: () => number) {
    this.#dialect = dialect;
    this.#wallClock = wallClock;
  }

  /** Whether anything of a stage is on. */
  has(...stages: readonly Stage[]): boolean {
    return this.#active.length > 0 && this.active().some(({ made }) => stages.includes(made.stage));
  }

  /** What is on now; what is over is forgotten. */
  active(): readonly Active[] {
    const now = this.#wallClock();
    const left = this.#active.filter(
      ({ until, when, count }) => (until === null || now < until) && !isSpent(when, count),
    );
    if (left.length < this.#active.length) this.#active = left;
    return left;
  }

  /**
   * Switches a wish on.
   *
   * @throws FaultProblem for anything in it that is wrong
   */
  switchOn(given: unknown): Active {
    this.#number += 1;
    const id = String(this.#number);
    const prepared = prepare(given, this.#kit(id));
    const { seconds } = prepared.when;
    const until = seconds === undefined ? null : this.#wallClock() + seconds * 1000;
    const active: Active = { ...prepared, id, until, count: { seen: 0, triggered: 0 } };
    this.#active = [...this.#active, active];
    return active;
  }

  /** Switches off everything of a scenario's name or of an id, or all there is. @returns what was on */
  switchOff(name?: string): readonly Active[] {
    const goes = ({ id, scenario }: Active): boolean => name === undefined || id === name || scenario.name === name;
    const ended = this.#active.filter(goes);
    this.#active = this.#active.filter((active) => !goes(active));
    return ended;
  }

  /** The service ends: requests that wait are released, and nothing more is done for them. */
  end(): void {
    this.#end.abort();
  }

  /** Counts a request at a stage, and remembers what strikes it. */
  meet(stage: "arrival" | "admitted", subject: Subject, outgoing: ServerResponse): readonly FaultEffect[] {
    const effects: FaultEffect[] = [];
    for (const active of this.#meant(stage, subject)) {
      if (active.made.stage !== stage || !strikes(active.when, active.count)) continue;
      effects.push(active.made.effect);
      this.#remember(outgoing, active.scenario.name, active.made.effect);
    }
    return effects;
  }

  /** The budget that a request is taken from instead of the usual one, or undefined. */
  budgetOf(subject: Subject, outgoing: ServerResponse): Spending | undefined {
    for (const active of this.#meant("budget", subject)) {
      if (active.made.stage !== "budget" || !strikes(active.when, active.count)) continue;
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

  #kit(id: string): Kit {
    return {
      random: randomOf("faults", id),
      budgets: (factor) => new Budgets(factor, this.#wallClock),
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
