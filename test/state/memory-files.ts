import type { z } from "zod";
import type { DocumentChange } from "../../src/settings/changed-files.ts";
import type { FileKind } from "../../src/settings/files.ts";
import type { Records } from "../../src/settings/record-files.ts";
import type { StateFiles } from "../../src/state/files/state-files.ts";

/** Moves the entry of a path, and those below it. */
function moveIn<Content>(contents: Map<string, Content>, from: string, to: string): void {
  for (const [name, content] of [...contents]) {
    if (name !== from && !name.startsWith(`${from}/`)) continue;
    contents.delete(name);
    contents.set(`${to}${name.slice(from.length)}`, content);
  }
}

/** Files in memory, as texts, with the checks that files on disk pass. `held` names writes that wait until the test lets them. */
export class MemoryFiles implements StateFiles {
  readonly texts = new Map<string, string>();
  readonly lines = new Map<string, string[]>();
  /** Set to make every write fail. */
  problem: Error | undefined;
  /** Set to make every look into a folder fail. */
  unreadable: Error | undefined;
  /** Set to hold back the end of every asynchronous write. */
  gate: Promise<void> | undefined;
  writes = 0;
  /** How often lines were appended to a file. */
  appends = 0;

  readonly read = async <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
  ): Promise<z.output<Schema> | null> => {
    const text = this.texts.get(name);
    return text === undefined ? null : kind.schema.parse(JSON.parse(text));
  };

  readonly write = async <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    content: z.input<Schema> & object,
  ): Promise<void> => {
    await this.gate;
    this.writeSync(name, kind, content);
  };

  readonly writeSync = <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    content: z.input<Schema> & object,
  ): void => {
    if (this.problem !== undefined) throw this.problem;
    kind.schema.parse(JSON.parse(JSON.stringify(content)));
    this.writes += 1;
    this.texts.set(name, JSON.stringify(content));
  };

  readonly change = async <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    change: DocumentChange<Schema>,
  ): Promise<void> => {
    const next = change(await this.read(name, kind));
    if (next !== null) await this.write(name, kind, next);
  };

  readonly changeSync = <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    change: DocumentChange<Schema>,
  ): void => {
    const text = this.texts.get(name);
    const next = change(text === undefined ? null : kind.schema.parse(JSON.parse(text)));
    if (next !== null) this.writeSync(name, kind, next);
  };

  readonly append = async <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    record: z.input<Schema> & object,
  ): Promise<void> => this.appendAll(name, kind, [record]);

  readonly appendAll = async <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    records: readonly (z.input<Schema> & object)[],
  ): Promise<void> => {
    if (this.problem !== undefined) throw this.problem;
    const lines = records.map((record) => JSON.stringify(record));
    for (const line of lines) kind.schema.parse(JSON.parse(line));
    this.appends += 1;
    this.lines.set(name, [...(this.lines.get(name) ?? []), ...lines]);
  };

  readonly rewrite = async <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    records: readonly (z.input<Schema> & object)[],
  ): Promise<void> => {
    if (this.problem !== undefined) throw this.problem;
    const lines = records.map((record) => JSON.stringify(record));
    for (const line of lines) kind.schema.parse(JSON.parse(line));
    this.lines.set(name, lines);
  };

  readonly records = async <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
  ): Promise<Records<z.output<Schema>>> => ({
    records: (this.lines.get(name) ?? []).map((line) => kind.schema.parse(JSON.parse(line))),
    broken: 0,
    newer: 0,
    isCut: false,
  });

  readonly stamp = async (name: string): Promise<string | null> =>
    this.texts.get(name) ?? this.lines.get(name)?.join("\n") ?? null;

  readonly list = async (folder: string): Promise<readonly string[]> => {
    if (this.unreadable !== undefined) throw this.unreadable;
    return [...this.texts.keys(), ...this.lines.keys()].flatMap((name) =>
      name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : [],
    );
  };

  readonly remove = async (name: string): Promise<void> => {
    this.removeSync(name);
    for (const inside of await this.list(name)) this.removeSync(`${name}/${inside}`);
  };

  readonly move = async (from: string, to: string): Promise<void> => {
    moveIn(this.texts, from, to);
    moveIn(this.lines, from, to);
  };

  readonly removeSync = (name: string): void => {
    this.texts.delete(name);
    this.lines.delete(name);
  };

  /** All that is written anywhere. */
  get everything(): string {
    return [...this.texts.values(), ...[...this.lines.values()].flat()].join("\n");
  }
}
