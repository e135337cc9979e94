import * as z from "zod";
import { allOperations } from "../../contract/operations.ts";
import { ofLength } from "../../contract/schema/lengths.ts";
import { didYouMean } from "../../text/nearest.ts";
import { TriggerRule } from "../instances/trigger-rule.ts";
import { SCENARIOS, scenarioNamed } from "./catalogue.ts";
import { isNamed, type Pattern, PatternProblem, patternOf } from "./pattern.ts";

/**
 * A requested fault: a scenario, the requests or documents that it applies to, and its conditions. The same shape comes from a command line and as
 * JSON.
 */
export const RequestedFault = TriggerRule.extend({
  scenario: z.string(),
  /** Patterns of requests (`pattern.ts`); for stored documents, of the cluster's path. Default: the scenario's. */
  on: z.union([z.string(), z.array(z.string()).min(1, ofLength())]).optional(),
  options: z.record(z.string(), z.unknown()).optional(),
  /** Existing documents to change: all of them, or those with these ids. Default: the next new ones. */
  existing: z.union([z.literal("all"), z.array(z.string()).min(1, ofLength())]).optional(),
  /** Project of a scenario that starts a process; default: the main one. */
  groupId: z.string().optional(),
});
export type RequestedFault = z.output<typeof RequestedFault>;

/** Reason why a fault cannot be switched on: a sentence, and the invalid field. */
export class FaultProblem extends Error {
  readonly field: string;

  constructor(field: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "FaultProblem";
    this.field = field;
  }
}

const isKnown = (name: string): boolean => allOperations().some((operation) => isNamed(operation, name));

/** The scenario of a fault. @throws FaultProblem if there is none of that name */
export function scenarioOf({ scenario: name }: Pick<RequestedFault, "scenario">) {
  const found = scenarioNamed(name);
  if (found !== undefined) return found;
  const names = SCENARIOS.map((one) => one.name);
  throw new FaultProblem("scenario", `Unknown scenario "${name}"${didYouMean(name, names) || "."}`);
}

/** The patterns of a fault. @throws FaultProblem */
export function patternsOf({ on }: Pick<RequestedFault, "on">, usual: readonly string[]): readonly Pattern[] {
  const texts = on === undefined ? usual : typeof on === "string" ? [on] : on;
  try {
    return texts.map((text) => patternOf(text, isKnown));
  } catch (cause) {
    if (cause instanceof PatternProblem) throw new FaultProblem("on", cause.message, { cause });
    throw cause;
  }
}
