import * as z from "zod";
import { allOperations } from "../../contract/operations.ts";
import { ofLength } from "../../contract/schema/lengths.ts";
import { When } from "../instances/when.ts";
import { scenarioNamed } from "./catalogue.ts";
import { goesBy, type Pattern, PatternProblem, patternOf } from "./pattern.ts";

/** What somebody wants to go wrong: a scenario, what it is about, and when. The same shape comes from a command line and as JSON. */
export const WantedFault = When.extend({
  scenario: z.string(),
  /** Requests that are meant (`pattern.ts`); of things, the cluster's path. Without it, what the scenario says. */
  on: z.union([z.string(), z.array(z.string()).min(1, ofLength())]).optional(),
  options: z.record(z.string(), z.unknown()).optional(),
  /** Things that are there already: all of them, or these. Without it, the next ones are meant. */
  existing: z.union([z.literal("all"), z.array(z.string()).min(1, ofLength())]).optional(),
  /** The project of what is set going; without it, the main one. */
  groupId: z.string().optional(),
});
export type WantedFault = z.output<typeof WantedFault>;

/** Why something cannot be switched on: a sentence, and the field of the wish that is wrong. */
export class FaultProblem extends Error {
  readonly field: string;

  constructor(field: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "FaultProblem";
    this.field = field;
  }
}

const isKnown = (name: string): boolean => allOperations().some((operation) => goesBy(operation, name));

/** The scenario of a wish. @throws FaultProblem where there is none of that name */
export function scenarioOf({ scenario: name }: Pick<WantedFault, "scenario">) {
  const found = scenarioNamed(name);
  if (found === undefined) throw new FaultProblem("scenario", `Unknown scenario "${name}".`);
  return found;
}

/** The patterns of a wish. @throws FaultProblem */
export function patternsOf({ on }: Pick<WantedFault, "on">, usual: readonly string[]): readonly Pattern[] {
  const texts = on === undefined ? usual : typeof on === "string" ? [on] : on;
  try {
    return texts.map((text) => patternOf(text, isKnown));
  } catch (cause) {
    if (cause instanceof PatternProblem) throw new FaultProblem("on", cause.message, { cause });
    throw cause;
  }
}
