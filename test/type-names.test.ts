/**
 * One meaning per type name: whoever reads `RestoreStatus` in an error message, or searches for it, finds one type.
 *
 * A name that two files export is found here.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const SOURCES = resolve(import.meta.dirname, "..", "src");

/** A type that a file exports under its own name; one that is handed on from another file is the same type. */
const EXPORTED = /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) ([A-Za-z_$][\w$]*)\b(?!\s*[,}])/gm;

const exportedTypes = (text: string): readonly string[] => [...text.matchAll(EXPORTED)].map(([, name = ""]) => name);

/** Where each type name is exported, for the names that are exported more than once. */
function exportedTwice(): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const places = new Map<string, string[]>();
  for (const file of files.toSorted()) {
    for (const name of exportedTypes(readFileSync(join(SOURCES, file), "utf8"))) {
      places.set(name, [...(places.get(name) ?? []), `src/${file}`]);
    }
  }
  return new Map([...places].filter(([, files]) => files.length > 1));
}

test("every form in which a file exports a type is read", () => {
  const text = [
    "export type Status = string;",
    "export type Row<T> = readonly T[];",
    "export interface Shape {",
    "export class Client {",
    "export abstract class Signer {",
    "export type { Other } from './other.ts';",
    "type Own = number;",
    "export const status: Status = 'up';",
  ].join("\n");
  expect(exportedTypes(text)).toEqual(["Status", "Row", "Shape", "Client", "Signer"]);
});

test("no type name is exported twice", () => {
  expect([...exportedTwice()].map(([name, files]) => `${name}: ${files.join(", ")}`)).toEqual([]);
});
