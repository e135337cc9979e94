import * as z from "zod";
import { isObject } from "../json/json.ts";

/** Discriminator and variants of a union, for forms, dialects and messages. */
export type Variants = {
  readonly discriminator: string;
  readonly variants: ReadonlyMap<string, z.ZodObject>;
};

const catalogue = new WeakMap<z.core.$ZodType, Variants>();

/** Variants of a union created here; undefined for any other schema. `meta` copies a schema, so the originals are searched too. */
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

/** A closed union for requests: one strict shape per kind. */
export function variantUnion<const Options extends VariantList>(discriminator: string, options: Options) {
  const union = z.discriminatedUnion(discriminator, options);
  catalogue.set(union, { discriminator, variants: byKind(options, discriminator) });
  return union;
}

/**
 * An open union for answers: a known kind must have its shape, an unknown kind passes unchanged, so that a configuration of a later version of the
 * service can still be read, shown and written back.
 */
export function tolerantUnion<const Options extends VariantList>(discriminator: string, options: Options) {
  const variants = byKind(options, discriminator);
  // Only a text can be a kind: other values are never converted to one.
  const isKnown = (kind: unknown): boolean => typeof kind === "string" && variants.has(kind);
  const loose = z.looseObject({}).refine((value) => isObject(value) && !isKnown(value[discriminator]), {
    message: `a known ${discriminator} with a wrong shape`,
  });
  const union = z.union([z.discriminatedUnion(discriminator, options), loose]);
  catalogue.set(union, { discriminator, variants });
  return union;
}
