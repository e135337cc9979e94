import { cellText } from "../../areas/model/cell.ts";
import type { JournalEntry, NotedChange } from "../../state/journal/journal-file.ts";
import { formatClock, formatIsoDay, type Zone, zoneName } from "../../text/format.ts";
import { markdownLine, markdownRule, markdownText } from "../../text/markdown.ts";
import { present } from "../../text/present.ts";
import { printable } from "../../text/printable.ts";
import { runCommand } from "./commands.ts";
import { formatTook, resultCell } from "./writes.ts";

/** Writes as a runbook in Markdown: the changes in their order, with the commands that repeat them. */

const HOW_TO_USE = [
  "Secrets are replaced by variables: set them before you run a command.",
  "A command that can lose data is refused until you add `--confirm` with the name that it asks for.",
].join(" ");

const UNKNOWN = "**The result is not known.** Check the current state before you send it again.";

function changeLine({ label, from, to, kind, lines }: NotedChange): string {
  const isLong = kind === "changed" && lines !== undefined;
  const side = (of: "removed" | "added", text: string | null): string =>
    isLong
      ? lines.flatMap((line) => (line.kind === of ? [line.text.trim()] : [])).join(" ") || (text ?? "")
      : (text ?? "not set");
  return markdownLine([label, side("removed", from), side("added", to)].map((cell) => printable(cell)));
}

function changesTable({ changes, moreChanges, outcome }: JournalEntry): readonly string[] {
  if (changes.length === 0) return [];
  const more = moreChanges === 0 ? [] : [markdownLine([`and ${moreChanges} more, not kept`, "", ""])];
  const after = outcome === "done" ? "After" : "After, as intended";
  return [
    markdownLine(["Field", "Before", after]),
    markdownRule(["left", "left", "left"]),
    ...changes.map(changeLine),
    ...more,
    "",
  ];
}

function step(entry: JournalEntry, number: number, zone: Zone): readonly string[] {
  const { method, path, at, profile, title, outcome, errorCode, words } = entry;
  const project = entry.groupName ?? entry.groupId ?? "";
  const took = formatTook(entry);
  const answer = present(errorCode, words).join(": ");
  const facts = [
    `${formatClock(at, zone)} ${zoneName(zone)}`,
    markdownText(printable(`profile ${profile}`)),
    ...(project === "" ? [] : [markdownText(printable(`project ${project}`))]),
    ...(entry.by === "run" ? ["`sextant run`"] : []),
  ];
  const command = runCommand(entry);
  return [
    `### ${number}. ${markdownText(printable(title))}`,
    "",
    `${facts.join(" · ")}  `,
    `\`${printable(`${method} ${path}`).replaceAll("`", "'")}\`: ${cellText(resultCell(entry))}${took === "" ? "" : `, ${took}`}`,
    "",
    ...(answer === "" ? [] : [`> ${markdownText(printable(answer))}`, ""]),
    ...(outcome === "unknown" ? [UNKNOWN, ""] : []),
    ...changesTable(entry),
    ...("text" in command ? ["```sh", command.text, "```"] : [`No command: ${command.missing}`]),
    "",
  ];
}

/**
 * The runbook of some writes.
 *
 * @param title heading, without markup
 * @param entries in the order in which they were sent
 */
export function runbookText(title: string, entries: readonly JournalEntry[], zone: Zone): string {
  let day = "";
  const steps = entries.flatMap((entry, index) => {
    const own = formatIsoDay(entry.at, zone);
    const heading = own === day ? [] : [`## ${own}`, ""];
    day = own;
    return [...heading, ...step(entry, index + 1, zone)];
  });
  const lines = [
    `# ${markdownText(printable(title))}`,
    "",
    HOW_TO_USE,
    "",
    ...(steps.length === 0 ? ["No changes.", ""] : steps),
  ];
  return lines.join("\n");
}
