import * as z from "zod";
import { Budgets } from "../instances/budgets.ts";
import { processState } from "../instances/process-state.ts";
import { TriggerRule } from "../instances/trigger-rule.ts";
import { randomOf } from "../random.ts";
import type { ScenarioContext } from "./effect.ts";
import { readFaults } from "./grammar.ts";
import type { Pattern } from "./pattern.ts";
import { FaultProblem, patternsOf, RequestedFault, scenarioOf } from "./requested-fault.ts";
import type { Scenario, StagedFault } from "./scenario.ts";

/** A valid fault, ready to be switched on. */
export type PreparedFault = {
  readonly wanted: RequestedFault;
  readonly scenario: Scenario;
  readonly patterns: readonly Pattern[];
  readonly when: TriggerRule;
  readonly made: StagedFault;
};

const CONDITIONS = ["after", "nth", "every", "times", "seconds"] as const;

/** Conditions of a fault: its own, or else the scenario's defaults. */
function whenOf(wanted: RequestedFault, usual: TriggerRule): TriggerRule {
  const given = Object.fromEntries(
    CONDITIONS.flatMap((name) => (wanted[name] === undefined ? [] : [[name, wanted[name]]])),
  );
  const counts = Object.keys(given).some((name) => name !== "seconds");
  return TriggerRule.parse({ ...(counts ? {} : usual), ...given });
}

function sentenceOf(failure: z.ZodError, scenario: string, options: readonly string[]): string {
  const [issue] = failure.issues;
  if (issue?.code === "unrecognized_keys") {
    const takes = options.length === 0 ? "takes no options" : `takes ${options.join(", ")}`;
    return `${scenario} has no option ${issue.keys.map((key) => `"${key}"`).join(", ")}: it ${takes}.`;
  }
  return `${[scenario, ...(issue?.path ?? []).map(String)].join(" ")}: ${issue?.message ?? "invalid value"}.`;
}

/**
 * Validates and prepares a fault.
 *
 * @throws FaultProblem for any error in it
 */
export function prepareFault(given: unknown, context: ScenarioContext): PreparedFault {
  const checked = RequestedFault.safeParse(given);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const field = issue?.path.map(String).join(".") ?? "";
    throw new FaultProblem(field, `${field === "" ? "The request" : field}: ${issue?.message ?? "invalid value"}.`);
  }
  const wanted = checked.data;
  const scenario = scenarioOf(wanted);
  const patterns = patternsOf(wanted, scenario.on);
  try {
    const made = scenario.make(wanted.options ?? {}, context);
    if (wanted.existing !== undefined && made.stage !== "thing") {
      throw new FaultProblem(
        "existing",
        `${scenario.name} applies to requests only: it cannot change existing objects.`,
      );
    }
    return { wanted, scenario, patterns, when: whenOf(wanted, scenario.when), made };
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause;
    throw new FaultProblem("options", sentenceOf(cause, scenario.name, Object.keys(scenario.options)), { cause });
  }
}

/**
 * Parses the faults of a command line and checks that they can be switched on.
 *
 * @throws FaultProblem, whose message is a sentence for users
 */
export function checkedFaults(text: string): readonly RequestedFault[] {
  const wishes = readFaults(text);
  const budgets = (factor: number): Budgets => new Budgets(processState(Date.now), { factor });
  const context = { random: randomOf("checked"), budgets, ended: new AbortController().signal };
  for (const wish of wishes) prepareFault(wish, context);
  return wishes;
}
