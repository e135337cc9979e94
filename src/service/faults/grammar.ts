import { lookupTable } from "../../contract/json/own-values.ts";
import { FaultProblem, patternsOf, type RequestedFault, scenarioOf } from "./requested-fault.ts";

/**
 * Grammar of `sextant serve --faults`:
 *
 *     FAULTS    = FAULT *( ";" FAULT )
 *     FAULT     = SCENARIO [ "(" NAME "=" VALUE *( "," NAME "=" VALUE ) ")" ] *CONDITION
 *     CONDITION = "on" [METHODS] PATTERN | "every" N | "nth" N | "after" N | "times" N | "for" DURATION
 *     METHODS   = METHOD *( "," METHOD )
 *     PATTERN   = a path in which `*` is one segment and `**` anything, or an operation's name, number or area
 *     DURATION  = a number and s, m or h
 *
 * A value may be in double quotes, and may then hold any character except a double quote.
 */

const problem = (message: string): FaultProblem => new FaultProblem("faults", message);

/** Splits a fault at blanks, except inside parentheses or quotes. */
function tokens(fault: string): readonly string[] {
  const words: string[] = [];
  for (const match of fault.matchAll(/(?:\([^)]*\)|[^\s(])+/gu)) words.push(match[0]);
  return words;
}

/** Splits at a character, except inside quotes. */
function splitAt(text: string, mark: string): readonly string[] {
  const parts: string[] = [""];
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    if (character === mark && !quoted) parts.push("");
    else parts.push((parts.pop() ?? "") + character);
  }
  return parts;
}

const bare = (value: string): string => (/^".*"$/su.test(value) ? value.slice(1, -1) : value);

function optionsOf(text: string): Record<string, string> {
  const options: Record<string, string> = {};
  for (const option of splitAt(text, ",")) {
    const [name = "", ...value] = option.split("=");
    if (name.trim() === "" || value.length === 0) throw problem(`"${option.trim()}" is not an option: use NAME=VALUE.`);
    options[name.trim()] = bare(value.join("=").trim());
  }
  return options;
}

const UNITS: Readonly<Record<string, number>> = lookupTable({ s: 1, m: 60, h: 3600 });

function secondsOf(text: string): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)([smh])$/u.exec(text) ?? [];
  const factor = UNITS[unit];
  if (factor === undefined || Number(number) === 0) {
    throw problem(`"${text}" is not a duration: use a number with s, m or h, such as 30s.`);
  }
  return Number(number) * factor;
}

function numberOf(name: string, text: string): number {
  if (!/^\d{1,7}$/u.test(text)) throw problem(`"${name} ${text}" requires a whole number.`);
  return Number(text);
}

const METHODS = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|\*)(?:,(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS))*$/u;

/** Conditions after a scenario's name. */
function conditionsOf(words: readonly string[]): Omit<RequestedFault, "scenario" | "options"> {
  const on: string[] = [];
  const found: Record<string, number> = {};
  const left = [...words];
  const next = (name: string): string => {
    const word = left.shift();
    if (word === undefined) throw problem(`"${name}" requires a value.`);
    return word;
  };
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const isGiven = word === "for" ? found["seconds"] !== undefined : Object.hasOwn(found, word);
    if (isGiven) throw problem(`"${word}" is given twice.`);
    if (word === "on") {
      const first = next("on");
      on.push(METHODS.test(first) && first !== "*" ? `${first} ${next(first)}` : first);
    } else if (word === "every" || word === "nth" || word === "after" || word === "times") {
      found[word] = numberOf(word, next(word));
    } else if (word === "for") found["seconds"] = secondsOf(next("for"));
    else throw problem(`"${word}" is not a condition: use on, every, nth, after, times or for.`);
  }
  return { ...found, ...(on.length === 0 ? {} : { on }) };
}

function faultOf(text: string): RequestedFault {
  const [head = "", ...conditions] = tokens(text);
  const [, scenario = "", inner] = /^([^(]+)(?:\((.*)\))?$/su.exec(head) ?? [];
  const options = inner === undefined ? {} : { options: optionsOf(inner) };
  const wanted = { scenario, ...conditionsOf(conditions), ...options };
  patternsOf(wanted, scenarioOf(wanted).on);
  return wanted;
}

/**
 * Parses the value of `--faults`.
 *
 * @throws FaultProblem, whose message is a sentence for users
 */
export function readFaults(text: string): readonly RequestedFault[] {
  const faults = splitAt(text, ";").filter((one) => one.trim() !== "");
  if (faults.length === 0) throw problem("Scenario missing: use for example server-error or slow(seconds=2).");
  return faults.map(faultOf);
}
