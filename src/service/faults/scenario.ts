import * as z from "zod";
import type { Operation } from "../../contract/operation.ts";
import { ofLength } from "../../contract/schema/lengths.ts";
import type { BucketState } from "../instances/buckets.ts";
import type { TriggerRule } from "../instances/trigger-rule.ts";
import type { HttpError } from "../requests/http-error.ts";
import type { EntityFault, FaultEffect, FaultProcess, ScenarioContext } from "./effect.ts";

/** Stage of request processing at which a scenario takes effect. */
export type StagedFault =
  /** Every matching request, from any caller. */
  | { readonly stage: "arrival"; readonly effect: FaultEffect }
  /** Requests that passed authentication, authorisation and the checks of their headers. */
  | { readonly stage: "admitted"; readonly effect: FaultEffect }
  /** Rate limits. */
  | { readonly stage: "budget"; readonly spend: Spending; readonly effect: FaultEffect }
  /** Replacing writes and the reads before them, only observed. */
  | { readonly stage: "journal" }
  /** Stored documents. */
  | { readonly stage: "thing"; readonly entityFault: EntityFault }
  /** Starts at once and runs until it is switched off. */
  | { readonly stage: "start"; readonly start: FaultProcess };

/** Charges one call to a budget: of an operation, or (null) of the token endpoint. */
export type Spending = {
  take(operation: Operation | null, params: Readonly<Record<string, string>>, user: string): Promise<BucketState>;
};

/** A fault scenario (`domain.md` 17.4). */
export type Scenario = {
  readonly name: string;
  /** One-line description. */
  readonly says: string;
  /** Its options with their descriptions. */
  readonly options: Readonly<Record<string, string>>;
  /** Default patterns and conditions. */
  readonly on: readonly string[];
  readonly when: TriggerRule;
  readonly stage: StagedFault["stage"];
  /**
   * Prepares the scenario for being switched on.
   *
   * @throws z.ZodError for invalid options
   */
  make(options: unknown, context: ScenarioContext): StagedFault;
};

type Given<Shape extends z.core.$ZodLooseShape, Made> = {
  readonly name: string;
  readonly says: string;
  readonly options?: Shape;
  readonly on?: readonly string[];
  readonly when?: TriggerRule;
  readonly make: (options: z.output<z.ZodObject<Shape, z.core.$strict>>, context: ScenarioContext) => Made;
};

type Stage = StagedFault["stage"];

/** A scenario whose options are validated. The meta `description` of each option is its description. */
export function scenario<const Shape extends z.core.$ZodLooseShape>(
  given: Given<Shape, StagedFault> & { readonly stage: Stage },
): Scenario;
export function scenario(given: Given<z.core.$ZodLooseShape, StagedFault> & { readonly stage: Stage }): Scenario {
  const { name, says, on = [], when = {}, stage, make } = given;
  const shape = given.options ?? {};
  const schema = z.strictObject(shape);
  const options = Object.fromEntries(
    Object.entries(shape).map(([option, field]) => [option, String(z.globalRegistry.get(field)?.description ?? "")]),
  );
  return { name, says, options, on, when, stage, make: (raw, context) => make(schema.parse(raw), context) };
}

/** A scenario of admitted requests. */
export const requestScenario = <const Shape extends z.core.$ZodLooseShape>(
  given: Given<Shape, FaultEffect>,
): Scenario =>
  scenario({
    ...given,
    stage: "admitted",
    make: (options, context) => ({ stage: "admitted", effect: given.make(options, context) }),
  });

/** A scenario of stored documents. */
export const thingScenario = <const Shape extends z.core.$ZodLooseShape>(given: Given<Shape, EntityFault>): Scenario =>
  scenario({
    ...given,
    stage: "thing",
    make: (options, context) => ({ stage: "thing", entityFault: given.make(options, context) }),
  });

/** Refuses a request before it is processed. */
export const refusing = (refusal: () => HttpError): FaultEffect => ({
  before: async () => {
    throw refusal();
  },
});

/** The header that says when to try again; none for null. */
export const retryAfter = (seconds: number | null): Record<string, string> =>
  seconds === null ? {} : { "Retry-After": String(Math.ceil(seconds)) };

/** Option: a number of seconds, such as `12` or `0.3`. */
export const seconds = (usual: number, text: string, most = 86_400) =>
  z.coerce.number().min(0).max(most).default(usual).describe(`${text} (seconds, ${usual})`);
/** Option: a whole number. */
export const count = (usual: number, text: string, least = 1, most = 1_000_000) =>
  z.coerce.number().int().min(least).max(most).default(usual).describe(`${text} (${usual})`);
/** Option: a share from 0 to 1. */
export const part = (usual: number, text: string) =>
  z.coerce.number().min(0).max(1).default(usual).describe(`${text} (from 0 to 1, ${usual})`);
/** Option: one of a few words. */
export const word = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  usual: Words[number],
  text: string,
) =>
  z
    .enum(words)
    .default(usual)
    .describe(`${text}: ${words.join(", ")} (${usual})`);
/** Option: a text. */
export const text = (usual: string, says: string) =>
  z.string().min(1, ofLength()).max(500, ofLength()).default(usual).describe(`${says} (${usual})`);
/** Option: a text that may be left out. */
export const maybeText = (says: string) => z.string().min(1, ofLength()).max(500, ofLength()).optional().describe(says);
/** Option: yes or no. */
export const yesOrNo = (says: string) =>
  z
    .union([z.boolean(), z.enum(["yes", "no"]).transform((given) => given === "yes")])
    .default(true)
    .describe(`${says}: yes, no (yes)`);
