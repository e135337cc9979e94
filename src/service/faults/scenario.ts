import * as z from "zod";
import type { Operation } from "../../contract/operation.ts";
import { ofLength } from "../../contract/schema/lengths.ts";
import type { Spent } from "../instances/buckets.ts";
import type { Budgets } from "../instances/budgets.ts";
import type { When } from "../instances/when.ts";
import type { EntityFault, FaultEffect, Kit, Start } from "./effect.ts";

/** Where a scenario takes hold. */
export type Made =
  /** Of every request at a path that is meant, whoever sends it. */
  | { readonly stage: "arrival"; readonly effect: FaultEffect }
  /** Of requests that were let in: signed, allowed and of the right form in their head. */
  | { readonly stage: "admitted"; readonly effect: FaultEffect }
  /** Of the request budget. */
  | { readonly stage: "budget"; readonly spend: Spending; readonly effect: FaultEffect }
  /** Of replacing writes and what was read before them: only watches. */
  | { readonly stage: "journal" }
  /** Of things that the service keeps. */
  | { readonly stage: "thing"; readonly entityFaults: readonly EntityFault[] }
  /** At once, until it is switched off. */
  | { readonly stage: "start"; readonly start: Start };

/** Takes one call from a budget: of an operation, or (null) of the token endpoint. */
export type Spending = {
  readonly budgets: Budgets;
  take(operation: Operation | null, params: Readonly<Record<string, string>>, user: string): Promise<Spent>;
};

/** One of the things that can go wrong, by name (`domain.md` 17.4). */
export type Scenario = {
  readonly name: string;
  /** What it does, in a line. */
  readonly says: string;
  /** The options that it takes, each with what it means. */
  readonly options: Readonly<Record<string, string>>;
  /** Which requests it is about, and when, unless told otherwise. */
  readonly on: readonly string[];
  readonly when: When;
  readonly stage: Made["stage"];
  /**
   * Makes it ready to be switched on.
   *
   * @throws z.ZodError for options that it does not take
   */
  make(options: unknown, kit: Kit): Made;
};

type Given<Shape extends z.core.$ZodLooseShape> = {
  readonly name: string;
  readonly says: string;
  readonly options?: Shape;
  readonly on?: readonly string[];
  readonly when?: When;
  readonly stage: Made["stage"];
  readonly make: (options: z.output<z.ZodObject<Shape, z.core.$strict>>, kit: Kit) => Made;
};

/** A scenario whose options are checked. Each option's description is its meta `description`. */
export function scenario<const Shape extends z.core.$ZodLooseShape>(given: Given<Shape>): Scenario;
export function scenario(given: Given<z.core.$ZodLooseShape>): Scenario {
  const { name, says, on = [], when = {}, stage, make } = given;
  const shape = given.options ?? {};
  const schema = z.strictObject(shape);
  const options = Object.fromEntries(
    Object.entries(shape).map(([option, field]) => [option, String(z.globalRegistry.get(field)?.description ?? "")]),
  );
  return { name, says, options, on, when, stage, make: (raw, kit) => make(schema.parse(raw), kit) };
}

/** A number of seconds, such as `12` or `0.3`. */
export const seconds = (usual: number, text: string, most = 86_400) =>
  z.coerce.number().min(0).max(most).default(usual).describe(`${text} (seconds, ${usual})`);
/** A whole number. */
export const count = (usual: number, text: string, least = 1, most = 1_000_000) =>
  z.coerce.number().int().min(least).max(most).default(usual).describe(`${text} (${usual})`);
/** A part from 0 to 1. */
export const part = (usual: number, text: string) =>
  z.coerce.number().min(0).max(1).default(usual).describe(`${text} (from 0 to 1, ${usual})`);
/** One of a few words. */
export const word = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  usual: Words[number],
  text: string,
) =>
  z
    .enum(words)
    .default(usual)
    .describe(`${text}: ${words.join(", ")} (${usual})`);
/** A text. */
export const text = (usual: string, says: string) =>
  z.string().min(1, ofLength()).max(500, ofLength()).default(usual).describe(`${says} (${usual})`);
/** A text that may be left out. */
export const maybeText = (says: string) => z.string().min(1, ofLength()).max(500, ofLength()).optional().describe(says);
/** yes or no. */
export const yesOrNo = (says: string) =>
  z
    .union([z.boolean(), z.enum(["yes", "no"]).transform((given) => given === "yes")])
    .default(true)
    .describe(`${says}: yes, no (yes)`);
