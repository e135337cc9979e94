import * as z from "zod";
import { isObject } from "../json/json.ts";

/** What is known of a union whose variant a field names: for forms, for dialects and for messages. */
export type Variants = {
  readonly discriminator: string;
  readonly variants: ReadonlyMap<string, z.ZodObject>;
};

const catalogue = new WeakMap<z.core.$ZodType, Variants>();

/** The variants of a union made here, or undefined for any other schema. Hints (`meta`) make a copy: it has those of its original. */
export function variantsOf(schema: z.core.$ZodType): Variants | undefined {
  let found: z.core.$ZodType | undefined = schema;
  while (found !== undefined && !catalogue.has(found)) found = found._zod.parent;
  return found === undefined ? undefined : catalogue.get(found);
}

const kindOf = (variant: z.ZodObject, discriminator: string): string => {
  const field = variant.shape[discriminator];
  const [value] = field === undefined ? [] : (field._zod.values ?? []);
  if (typeof value !== "string") throw new TypeError(`a variant without a literal ${discriminator}`);
  return value;
};

const byKind = (variants: readonly z.ZodObject[], discriminator: string): ReadonlyMap<string, z.ZodObject> =>
  new Map(variants.map((variant) => [kindOf(variant, discriminator), variant]));

type VariantList = readonly [z.ZodObject, ...z.ZodObject[]];

/** A closed union for requests: one strict shape a kind. */
export function variantUnion<const Options extends VariantList>(discriminator: string, options: Options) {
  const union = z.discriminatedUnion(discriminator, options);
  catalogue.set(union, { discriminator, variants: byKind(options, discriminator) });
  return union;
}

/**
 * An open union for answers: a known kind has to have its shape, a kind that the catalogue lacks passes as it came, so that a
 * configuration of tomorrow can be read, shown and written back today.
 */
export function tolerantUnion<const Options extends VariantList>(discriminator: string, options: Options) {
  const variants = byKind(options, discriminator);
  // A kind that is no text is no kind, whatever it would be as a text.
  const isKnown = (kind: unknown): boolean => typeof kind === "string" && variants.has(kind);
  const loose = z.looseObject({}).refine((value) => isObject(value) && !isKnown(value[discriminator]), {
    message: `a known ${discriminator} with a wrong shape`,
  });
  const union = z.union([z.discriminatedUnion(discriminator, options), loose]);
  catalogue.set(union, { discriminator, variants });
  return union;
}
