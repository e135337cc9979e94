import {
  type BodyValue,
  ExactNumber,
  encodeBody,
  isList,
  parseJson,
  parseJsonInText,
  writeJson,
} from "../../contract/json/json.ts";
import { maskTail, Secret } from "../../contract/secret.ts";
import { SECOND } from "../../text/durations.ts";
import { printable, printableLines } from "../../text/printable.ts";
import type { Field } from "../fields.ts";
import type { FormEnv } from "../form-plan.ts";
import { isCovered } from "../masks.ts";
import { holdsNumber } from "../schema/schema.ts";
import type { Suggestion } from "../suggestion.ts";
import { editTime, isoOf, parseTime, showTime, type TimeOptions } from "./timestamp.ts";
import { unitFactor } from "./units.ts";

/** Converts between values and text for people. All text for a screen is printable. */

type Parsed = { readonly ok: true; readonly value: BodyValue } | { readonly ok: false; readonly message: string };

const gateOf = (field: Field): ((text: string) => string) => (field.kind === "long-text" ? printableLines : printable);

const value = (of: BodyValue): Parsed => ({ ok: true, value: of });
const wrong = (message: string): Parsed => ({ ok: false, message });

/** A value as text for editing. */
export function editText(field: Field, of: BodyValue | undefined, env: FormEnv): string {
  if (of === undefined || of === null || of instanceof Secret || field.kind === "secret") return "";
  const iso = isoTimeIn(field, of);
  if (iso !== null) return editTime(iso, env);
  if (field.kind === "json") return printableLines(jsonText(jsonIn(field, of), 2));
  if (typeof of === "string") return gateOf(field)(of);
  if (typeof of === "boolean") return onOff(field, of);
  if (isList(of)) return printable(of.map(plainText).join(", "));
  return plainText(of);
}

/** A value as text for reading: labels of choices, units, local time. Empty when not set. */
export function formatValue(field: Field | null, of: BodyValue | undefined, env: FormEnv): string {
  if (of === undefined || of === null || of === "") return "";
  if (of instanceof Secret) return "entered";
  if (field === null) return printable(plainText(of));
  if (field.kind === "secret") return typeof of === "string" && isCovered(of) ? maskText(of) : "entered";
  if (typeof of === "boolean") return onOff(field, of);
  const iso = isoTimeIn(field, of);
  if (iso !== null) return showTime(printable(iso), env);
  if (field.kind === "multi-choice" && isList(of)) return printable(of.map((item) => label(field, item)).join(", "));
  if (field.kind === "json") return printable(jsonText(jsonIn(field, of)));
  const words = gateOf(field)(label(field, of));
  return field.unit === undefined || typeof of === "string" ? words : `${words} ${field.unit}`;
}

/** A set value as text: an empty text in quotes, an empty list as none. */
export function formatSet(field: Field | null, of: BodyValue, env: FormEnv): string {
  if (isList(of) && of.length === 0) return "none";
  const words = formatValue(field, of, env);
  return words === "" ? '""' : words;
}

/** A stored time as ISO text, or null when it is not a time. */
function isoTimeIn(field: Field, of: BodyValue): string | null {
  if (field.kind !== "timestamp") return null;
  if (field.plan?.inSeconds !== true) return typeof of === "string" ? of : null;
  const at = Number(plainText(of)) * SECOND;
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? isoOf(at) : null;
}

/** A time in the form that the service accepts. */
function timeValue({ plan }: Field, { at, iso }: { readonly at: number; readonly iso: string }): BodyValue {
  return plan?.inSeconds === true ? Math.floor(at / SECOND) : iso;
}

/** The JSON in a text, or the value itself when there is none. */
export function jsonIn({ plan }: Pick<Field, "plan">, of: BodyValue): BodyValue {
  if (plan?.textual !== true || typeof of !== "string") return of;
  const json = parseJsonInText(of);
  return json.ok ? json.value : of;
}

/** Text in place of a stored secret. */
function maskText(mask: string): string {
  const tail = printable(maskTail(mask).slice(-4));
  return tail === "" ? "stored" : `stored (ends ${tail})`;
}

const label = (field: Field, of: BodyValue): string => {
  const text = plainText(of);
  return field.choices.find((choice) => choice.value === text)?.label ?? field.plan?.words?.(text) ?? text;
};

/** `on` and `off` for a switch; `yes` and `no` for a label that is a question. */
function onOff({ hint, label }: Field, of: boolean): string {
  const [on, off] = label.endsWith("?") ? ["yes", "no"] : ["on", "off"];
  return hint.words?.[String(of)] ?? (of ? on : off);
}

/** A value as plain text: texts and numbers as they are, everything else as JSON. */
export function plainText(of: BodyValue): string {
  if (typeof of === "string") return of;
  if (of instanceof ExactNumber) return of.source;
  return typeof of === "number" || typeof of === "boolean" ? String(of) : jsonText(of);
}

/** JSON text with secrets masked. */
export const jsonText = (of: BodyValue, indent?: number): string => writeJson(encodeBody(of, String), indent);

/** Options for parsing a time in a field. */
export const timeOptions = ({ plan }: Field, env: FormEnv): TimeOptions => ({
  ...env,
  forever: plan?.forever === true,
  past: plan?.past === true,
});

/** Parses text typed into a field. The text is not empty. */
export function parseText(field: Field, text: string, env: FormEnv): Parsed {
  switch (field.kind) {
    case "toggle":
      return toggleOf(field, text);
    case "timestamp": {
      const time = parseTime(text, timeOptions(field, env));
      return time.ok ? value(timeValue(field, time)) : wrong(time.message);
    }
    case "json": {
      const json = parseJson(text);
      if (!json.ok) return wrong(`Invalid JSON: ${printable(json.problem.message)}`);
      return value(field.plan?.textual === true ? writeJson(json.value) : json.value);
    }
    case "multi-choice":
      return listOf(field, text);
    default:
      return oneOf(field, text);
  }
}

function oneOf(field: Field, text: string): Parsed {
  const known = choiceOf(field.choices, text) ?? field.plan?.named?.(text.trim());
  if (known === undefined && !field.open)
    return wrong(`Enter one of ${field.choices.map((choice) => choice.label).join(", ")}`);
  return holdsNumber(field.schema) ? numberOf(known ?? text, field.unit) : value(known ?? text.trim());
}

/** Value of a choice typed as its value or as its label. */
function choiceOf(choices: readonly Suggestion[], text: string): string | undefined {
  const typed = text.trim().toLowerCase();
  const exact = choices.find((choice) => choice.value === text.trim());
  return (exact ?? choices.find((choice) => choice.label.toLowerCase() === typed))?.value;
}

function listOf(field: Field, text: string): Parsed {
  const items: BodyValue[] = [];
  for (const part of text.split(/[,\n]/u)) {
    if (part.trim() === "") continue;
    const item = oneOf(field, part.trim());
    if (!item.ok) return item;
    items.push(item.value);
  }
  return value(items);
}

function toggleOf(field: Field, text: string): Parsed {
  const typed = text.trim().toLowerCase();
  for (const [name, words] of Object.entries(field.hint.words ?? {}))
    if (words.toLowerCase() === typed) return value(name === "true");
  if (["yes", "y", "on", "true"].includes(typed)) return value(true);
  return ["no", "n", "off", "false"].includes(typed)
    ? value(false)
    : wrong(`Enter ${onOff(field, true)} or ${onOff(field, false)}`);
}

/**
 * Parses a number, followed by the unit of its field or a convertible one (`80 %`, `2 h` in a field of minutes). A whole number that a double cannot
 * represent keeps its digits.
 */
function numberOf(text: string, unit: string | undefined): Parsed {
  const [, amount = "", word = ""] = /^(.*?[\d.])\s*(\p{L}[\p{L} ]*|%)?$/u.exec(text.trim()) ?? [];
  const typed = amount.replaceAll(/(?<=\d)[ _](?=\d{3})/gu, "");
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu.test(typed)) {
    const needed = unit === undefined ? "enter a number" : `enter a number in ${unit}`;
    return wrong(text.includes(",") ? `${needed}; write 1.5 with a decimal point` : needed);
  }
  const factor = word === "" ? 1 : unit === undefined ? null : unitFactor(word, unit);
  if (factor === null)
    return wrong(unit === undefined ? "enter a number without a unit" : `enter a number in ${unit}, not in ${word}`);
  // 0.1 s are 100 ms, not 100.00000000000001.
  const number = factor === 1 ? Number(typed) : Number((Number(typed) * factor).toPrecision(12));
  if (!Number.isFinite(number)) return wrong("enter a smaller number");
  const isExact = factor === 1 && /^-?\d+$/u.test(typed) && !Number.isSafeInteger(number);
  return value(isExact ? new ExactNumber(BigInt(typed).toString()) : number);
}
