import * as z from "zod";
import { SETTINGS_KINDS } from "../../src/areas/settings-kinds.ts";
import { hintOf } from "../../src/contract/schema/hints.ts";
import { shapeOfPlan } from "../../src/forms/plans.ts";
import { isSecretSchema } from "../../src/forms/schema/schema.ts";
import { NONE, type SettingsFileKind, VARIABLE_EXAMPLE } from "../../src/forms/settings-file/kind.ts";
import { isCarried } from "../../src/forms/settings-file/settings.ts";

/** The schema of files of settings, for editors: made of the shapes that requests are checked with. */

type JsonSchema = z.core.JSONSchema.BaseSchema;

const CARRIED = "x-carried";

/** What editors understand: help as a description, nothing of what only forms need. */
function settingsSchema({ plan, notSettings, references }: SettingsFileKind): JsonSchema {
  const fields = Object.entries(shapeOfPlan(plan).shape).filter(([name]) => !notSettings.includes(name));
  const shape = z.strictObject(Object.fromEntries(fields));
  const written = z.toJSONSchema(shape, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const { title, help, unit } = hintOf(zodSchema);
      for (const name of Object.keys(jsonSchema)) {
        if (!KEYWORDS.has(name)) delete jsonSchema[name];
      }
      if (title !== undefined) jsonSchema.title = title;
      if (help !== undefined) jsonSchema.description = unit === undefined ? help : `${help} (${unit})`;
      if (isCarried(zodSchema)) jsonSchema[CARRIED] = true;
      if (isSecretSchema(zodSchema)) {
        jsonSchema.description = `keep, keep c77a (the stored one that ends so), or ${VARIABLE_EXAMPLE}: a secret never stands in a file`;
        jsonSchema.pattern = "^(keep( .{1,4})?|\\$\\{[A-Za-z_][A-Za-z0-9_]*\\})$";
      }
    },
  });
  delete written.$schema;
  const cleaned = withoutCarried(written);
  for (const { path, to } of references) {
    for (const found of at(cleaned, path.replaceAll("[]", ".[]").split("."))) {
      delete found.pattern;
      found.description = `${found.description ?? ""} (the name of the ${to.replaceAll("-", " ")}, or its id)`;
    }
  }
  return cleaned;
}

const KEYWORDS = new Set([
  ...["$schema", "$ref", "$defs", "type", "properties", "required", "additionalProperties", "items", "oneOf", "anyOf"],
  ...["allOf", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength"],
  ...["maxLength", "minItems", "maxItems", "pattern", "format", "propertyNames", "not"],
]);

const isSchema = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null;

/** Fields that the program carries along are none that people write. */
function withoutCarried(schema: JsonSchema): JsonSchema {
  const below = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(below);
    return isSchema(value) ? withoutCarried(value) : value;
  };
  const { properties, required, ...others } = schema;
  const next: JsonSchema = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, below(value)]));
  if (properties === undefined) return required === undefined ? next : { ...next, required };
  const kept = Object.entries(properties).filter(([, inner]) => !isSchema(inner) || inner[CARRIED] !== true);
  const names = new Set(kept.map(([name]) => name));
  return {
    ...next,
    properties: Object.fromEntries(
      kept.map(([name, inner]) => [name, isSchema(inner) ? withoutCarried(inner) : inner]),
    ),
    ...(required === undefined ? {} : { required: required.filter((name) => names.has(name)) }),
  };
}

/** The schemas of a field, in each variant that has it. */
function at(schema: JsonSchema, steps: readonly string[]): readonly JsonSchema[] {
  const variants = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].filter(isSchema);
  const own = variants.length > 0 ? variants.flatMap((variant) => at(variant, steps)) : [];
  const [step, ...rest] = steps;
  if (step === undefined) return [...own, schema];
  const next = step === "[]" ? schema.items : schema.properties?.[step];
  return isSchema(next) && !Array.isArray(next) ? [...own, ...at(next, rest)] : own;
}

function documentSchema(kind: SettingsFileKind): JsonSchema {
  return {
    title: kind.title,
    type: "object",
    properties: {
      kind: { const: kind.name },
      version: { const: kind.version },
      project: { type: "string", description: "Refused in every other project than the one of this name or id" },
      ...(kind.inCluster ? { cluster: { type: "string", description: "The cluster that it is of, by name" } } : {}),
      settings: settingsSchema(kind),
    },
    required: ["kind", "version", ...(kind.inCluster ? ["cluster"] : []), "settings"],
    additionalProperties: false,
  };
}

/** A document that says that there is none of a kind. */
const noneSchema = (kinds: readonly SettingsFileKind[]): JsonSchema => ({
  title: "none of a kind",
  type: "object",
  properties: {
    kind: { enum: kinds.map(({ name }) => name) },
    version: { type: "integer", minimum: 1 },
    project: { type: "string", description: "Refused in every other project than the one of this name or id" },
    settings: { const: NONE, description: "There is none: with --prune what is there is deleted" },
  },
  required: ["kind", "version", "settings"],
  additionalProperties: false,
});

/** A document, or in JSON a list of them. */
export function settingsFilesSchema(): JsonSchema {
  const kinds = SETTINGS_KINDS.map(({ file }) => file).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const definitions: readonly (readonly [string, JsonSchema])[] = [
    ...kinds.map((kind) => [kind.name, documentSchema(kind)] as const),
    [NONE, noneSchema(kinds)],
  ];
  const document = { oneOf: definitions.map(([name]) => ({ $ref: `#/$defs/${name}` })) };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Settings of Sextant",
    anyOf: [document, { type: "array", items: document }],
    $defs: Object.fromEntries(definitions),
  };
}
