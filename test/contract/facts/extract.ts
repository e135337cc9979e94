/**
 * Takes the facts out of the specification, so that the table of operations is checked against what stands there and never against
 * itself. Facts only: names, marks, roles, required fields, value sets, limits.
 *
 *   node test/contract/facts/extract.ts PATH-OF-THE-SPECIFICATION > test/contract/facts/specification.json
 *   npx biome format --write test/contract/facts/specification.json
 */
import { readFileSync } from "node:fs";
import { argv, stdout } from "node:process";

type Field = { required?: string; values?: string[]; named?: string[]; fallback?: string };
type Operation = {
  spec: string;
  name: string | null;
  verb: string;
  method?: string;
  path?: string;
  marks: string | null;
  /** Null where none is named, "any" where any will do. */
  roles: string[] | "any" | null;
  query: string[];
  body: { fields: string[]; required: string[] } | null;
  deprecatedVersions: string[];
  replacement?: string;
};

const [, , path] = argv;
if (path === undefined) throw new Error("Say where the specification is: node extract.ts PATH");
const lines = readFileSync(path, "utf8").split("\n");

/** The lines below a heading, up to the next of any rank. */
function section(number: string): string[] {
  const start = lines.findIndex((line) => new RegExp(`^#+ ${number.replace(".", "\\.")}\\.? `, "u").test(line));
  if (start < 0) throw new Error(`There is no part ${number}.`);
  const end = lines.findIndex((line, index) => index > start && line.startsWith("#"));
  return lines.slice(start + 1, end < 0 ? undefined : end);
}

const cells = (line: string): string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The tables of a part: rows without head and rule. */
function tables(number: string): string[][][] {
  const found: string[][][] = [];
  let rows: string[][] = [];
  for (const line of [...section(number), ""]) {
    if (line.startsWith("|")) rows.push(cells(line));
    else if (rows.length > 0) {
      found.push(rows.slice(2));
      rows = [];
    }
  }
  return found;
}

const list = (text: string): string[] => text.split(/, | and | or /u).map((part) => part.trim());

const WORD = "[A-Za-z0-9_.]+";

/** What a note says of a field. */
function factsOf(note: string): Field {
  const values = new RegExp(`(?:enum|allowed values) (${WORD}(?:, ${WORD})*)`, "u").exec(note)?.[1];
  const named = [...note.matchAll(/([A-Za-z0-9_]+) (?:is the only operator )?named/gu)].map(([, value = ""]) => value);
  const value = /value ([A-Z]+) for this variant/u.exec(note)?.[1];
  const required = /required(?: on (create and update|create|update)| for [^;.|)]*)?/u.exec(note)?.[0];
  const fallback = new RegExp(`default (?:is )?(${WORD})`, "u").exec(note)?.[1]?.replace(/\.$/u, "");
  const all = [...named, ...(value === undefined ? [] : [value])].filter((one) => one !== "are" && one !== "operator");
  return {
    ...(required === undefined ? {} : { required }),
    // A single word behind "enum" is no set: it leads to one elsewhere.
    ...(values?.includes(",") === true ? { values: list(values.replace(/\.$/u, "")) } : {}),
    ...(all.length === 0 ? {} : { named: all }),
    ...(fallback === undefined ? {} : { fallback }),
  };
}

/** The fields of the tables of a part. */
const fieldsOf = (number: string): { name: string; facts: Field; response: boolean }[] =>
  tables(number).flatMap((rows) =>
    rows.flatMap(([names = "", type = "", note = ""]) =>
      list(names).map((name) => ({
        name,
        facts: factsOf(`${type}; ${note}`),
        response: /^response/u.test(note),
      })),
    ),
  );

const ROLES = list(/Roles named: ([^.]*)\./u.exec(section("5").join("\n"))?.[1] ?? "");

function rolesOf(text: string, former: Operation | undefined): Operation["roles"] {
  if (/Same (?:restrictions and roles|role)/u.test(text)) return former?.roles ?? null;
  const said = /[Rr]ole: ([^.;(]*)/u.exec(text)?.[1];
  if (said === undefined) return null;
  if (said.startsWith("any assigned")) return "any";
  return said.split(" or ").map((role) => {
    if (!ROLES.includes(role.trim())) throw new Error(`Part 5 does not know the role ${role}.`);
    return role.trim();
  });
}

/** Fields of a running text: names, each with what stands in parentheses behind it. */
function inlineFields(text: string): { name: string; note: string }[] {
  const outside = text.replace(/\([^)]*\)/gu, (note) => note.replaceAll(",", "\u0001"));
  return outside.split(/, (?:and )?| and /u).flatMap((part) => {
    const [, name, note = ""] =
      /^(?:envelope|pretty|query|adds|the)*\s*([a-z]\w*)(?: \(([^)]*)\))?/u.exec(part.trim()) ?? [];
    return name === undefined ? [] : [{ name, note: note.replaceAll("\u0001", ",") }];
  });
}

const requiredOf = (fields: readonly { name: string; note: string }[]): string[] =>
  fields.flatMap(({ name, note }) => (/\brequired\b/u.test(note) ? [name] : []));

/** The sentence of a part that begins with these words, as a body. */
function sentence(number: string, start: string): Operation["body"] {
  const text = section(number).join("\n");
  const at = text.indexOf(start);
  if (at < 0) throw new Error(`Part ${number} has no ${start}.`);
  const rest = text.slice(at + start.length);
  const ends = rest.search(/\.(?:\s|$)/u);
  const fields = inlineFields(rest.slice(0, ends).trim());
  return { fields: fields.map(({ name }) => name), required: requiredOf(fields) };
}

/** The body that the tables of a part describe, for a write of this kind. */
function tableBody(number: string, verb: string): Operation["body"] {
  const [first = []] = number === "2.2" ? [fieldsOf(number).slice(0, 10)] : [fieldsOf(number)];
  const own = first.filter(({ name, response }) => !response && !name.includes("["));
  const kind = verb === "create" ? "create" : "update";
  const required = own.flatMap(({ name, facts }) => {
    const said = facts.required;
    if (said === undefined || said.startsWith("required for")) return [];
    return said === "required" || said.includes(kind) ? [name] : [];
  });
  return { fields: own.map(({ name }) => name), required };
}

function bodyOf(text: string, spec: string, verb: string, done: readonly Operation[]): Operation["body"] {
  const said = /[Bb]ody(?: and response)?(?: as|:| contains)+ ?([^.]*(?:\.\d+[^.]*)*)\./u.exec(text)?.[1];
  if (said === undefined || /No request body/u.test(text)) return null;
  if (spec === "E53b") return sentence("2.15", "On-demand snapshot request:");
  if (spec === "E53e") return sentence("2.15", "Expiry change request:");
  if (spec === "E67") return sentence("2.16", "Link token: request");
  if (spec === "E69") return sentence("2.17", "Create request:");
  const other = /^(?:Body )?(E\d+)/u.exec(said)?.[1];
  if (other !== undefined) return done.find((one) => one.spec === other)?.body ?? null;
  if (/2\.5/u.test(said)) return sentence("2.5", "Request to create:");
  if (/serverless form/u.test(said)) {
    const required = /on create it requires ([^.]*)\./u.exec(section("2.13").join("\n"))?.[1] ?? "";
    return { fields: list(required), required: list(required) };
  }
  const part = /2\.\d+/u.exec(said)?.[0];
  if (part !== undefined) return tableBody(part, verb);
  const fields = inlineFields(said);
  const names = fields.map(({ name }) => name);
  // The line of an export bucket names its fields; which of them are required stands in part 2.
  return { fields: names, required: spec === "E38" ? (tableBody("2.10", verb)?.required ?? []) : requiredOf(fields) };
}

function queryOf(text: string, former: Operation | undefined): string[] {
  if (/Same query/u.test(text)) return former?.query ?? [];
  const said = /[Qq]uery(?: adds|:)? ([^.]*)\./u.exec(text)?.[1];
  if (said === undefined) return [];
  // "start and end (…)" are two, and prose behind a semicolon is none.
  const names = said
    .replace(/\([^)]*\)/gu, "")
    .split(/;|, | and /u)
    .map((part) => part.trim());
  return names.filter((name) => /^[a-z]\w*$/u.test(name) && name !== "envelope" && name !== "pretty");
}

/** One line of part 4: the operations that it holds. */
function operationsOf(line: string, done: readonly Operation[]): Operation[] {
  const [, spec = "", text = ""] = /^- (E\w+) (.*)$/u.exec(line) ?? [];
  const [whole = "", update] = text.split(/\. (?=Update )/u);
  const statements =
    update === undefined ? [whole] : [whole, update.replace("Update", "update").replace(", P:", ", P. Body:")];
  return statements.flatMap((statement) => {
    const [head = ""] = statement.split(/\. |\.$/u);
    const actions = head.split(/; (?=list )| and (?=(?:get|delete) \w+ cluster)/u);
    const former = done.at(-1);
    return actions.map((action): Operation => {
      const marks = /, ([PGE])$/u.exec(action)?.[1] ?? /, ([PGE])$/u.exec(head)?.[1] ?? null;
      const saysPretty = /query envelope, .* and pretty/u.test(head);
      const [, method, place] =
        /(GET|POST|PUT|PATCH|DELETE) \{\w+\}(?:\/api\/<service>\/v2)?(\/[^\s,]*?)[,.]?(?:\s|$)/u.exec(statement) ?? [];
      const verb = /^[a-z]+/u.exec(action)?.[0] ?? (method ?? "").toLowerCase();
      const replacement = /replacement (\w+)/u.exec(action)?.[1];
      return {
        spec,
        name: /\(([a-z]+(?:[A-Z]\w*)+)[;)]/u.exec(action)?.[1] ?? null,
        verb,
        ...(method === undefined ? {} : { method }),
        ...(place === undefined ? {} : { path: place.replace("{GROUP-ID}", "{groupId}") }),
        marks: saysPretty ? "P" : marks,
        roles: rolesOf(statement, former),
        query: queryOf(saysPretty ? `${statement.replace(/query/u, "Query:")}` : statement, former),
        body: bodyOf(statement, spec, verb, done),
        deprecatedVersions: [...text.matchAll(/v2-(\d{4}-\d{2}-\d{2})/gu)].map(([, date = ""]) => date),
        ...(replacement === undefined ? {} : { replacement }),
      };
    });
  });
}

const operations: Operation[] = [];
for (const line of lines.filter((one) => /^- E\d/u.test(one))) operations.push(...operationsOf(line, operations));

/** Value sets, named values and defaults of the fields of part 2. */
const PARTS = ["2.2", "2.4", "2.7", "2.8", "2.10", "2.11", "2.12", "2.13", "2.14", "2.16"];
const values = PARTS.flatMap((part) =>
  fieldsOf(part).flatMap(({ name, facts: { values: closed, named, fallback } }) => {
    if (closed === undefined && named === undefined && fallback === undefined) return [];
    return [
      {
        part,
        field: name,
        ...(closed ? { values: closed } : {}),
        ...(named ? { named } : {}),
        ...(fallback ? { fallback } : {}),
      },
    ];
  }),
);

const analyzerText = section("2.6").join("\n");
const languages = list(/for each of: ([^.]*)\./u.exec(analyzerText)?.[1] ?? "");
const plain = [...new Set(analyzerText.match(/lucene\.[a-z]+/gu))];
const analyzers = [...plain, ...languages.map((name) => `lucene.${name}`)];

const expiryUnits = list(/retentionUnit \(required; enum ([^)]*)\)/u.exec(section("2.15").join("\n"))?.[1] ?? "");
const alertStatus = list(
  /status \(enum ([^)]*)\)/u.exec(lines.find((line) => line.startsWith("- E12 ")) ?? "")?.[1] ?? "",
);

type Limit = { least?: number; most?: number; among?: number[]; fallback?: number };

/** A limit of part 8, of a number, of a text's length or of a list's length. */
function limitOf(text: string): Limit | null {
  const fallback = /default (\d+)/u.exec(text)?.[1];
  const kept = fallback === undefined ? {} : { fallback: Number(fallback) };
  const among = /^(\d+), (\d+) or (\d+)/u.exec(text);
  if (among !== null) return { among: among.slice(1).map(Number), ...kept };
  const [, from, to] = /^(\d+) to (\d+)/u.exec(text) ?? [];
  if (from !== undefined) return { least: Number(from), most: Number(to), ...kept };
  const exactly = /^exactly (\d+)/u.exec(text)?.[1];
  if (exactly !== undefined) return { least: Number(exactly), most: Number(exactly) };
  const least = /^at least (\d+)/u.exec(text)?.[1] ?? (text.startsWith("positive") ? "1" : undefined);
  const most = /^at most (\d+)/u.exec(text)?.[1];
  if (least !== undefined) return { least: Number(least), ...kept };
  return most === undefined ? null : { most: Number(most) };
}

const limits = (tables("8")[0] ?? []).flatMap(([subject = "", text = ""]) => {
  const limit = limitOf(text);
  const kind = /characters/u.test(text) ? "characters" : /item/u.test(text) ? "items" : "number";
  return limit === null ? [] : list(subject).map((name) => ({ field: name.split(" ").at(-1), of: kind, ...limit }));
});

const facts = { roles: ROLES, operations, values, analyzers, expiryUnits, alertStatus, limits };
stdout.write(`${JSON.stringify(facts, null, 1)}\n`);
