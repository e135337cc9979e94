import { joinTexts, present } from "../../text/present.ts";
import { accent } from "../builders/cells.ts";
import { type Table, tableOf } from "../builders/table.ts";
import { cellText } from "../model/cell.ts";
import type { Ask, Context } from "../model/context.ts";
import { asking, type Page } from "../model/effect.ts";
import type { Row } from "../model/view.ts";
import { overview } from "../overview.ts";
import { askAgain } from "./ask-again.ts";
import type { Runbook } from "./runbook.ts";

/** The handover to the next shift as text to paste: the current overview (`domain.md` 18). */

const rowText = ({ cells }: Row, columns: Table["columns"]): string =>
  joinTexts("  ", ...columns.map(({ id }) => cellText(cells[id] ?? "")));

/** Up to this many rows of a fold are listed. */
const MOST_MEMBERS = 20;

/** A row, and below it the rows of its fold. */
function rowLines(row: Row, columns: Table["columns"]): readonly string[] {
  const { members = [] } = row;
  const more = members.length - MOST_MEMBERS;
  return present(
    `- ${rowText(row, columns)}`,
    ...members.slice(0, MOST_MEMBERS).map((member) => `    - ${rowText(member, columns)}`),
    more > 0 && `    - and ${more} more`,
  );
}

/** A list as lines of text, in the order of the screen: headings with their rows. */
export function listText({ rows: unsorted, sections, columns, summary, defaultSort }: Table): readonly string[] {
  const { column, descending } = defaultSort;
  const orderOf = (row: Row): number => Number(row.sort[column] ?? 0) * (descending ? -1 : 1);
  const rows = unsorted.toSorted((left, right) => orderOf(left) - orderOf(right));
  const shown = columns.filter(({ id }) => id !== "project" || new Set(rows.map(({ cells }) => cells[id])).size > 1);
  return [
    summary.map(cellText).join(", "),
    ...sections.flatMap(({ id, title }) => {
      const mine = rows.filter(({ section }) => section === id);
      return mine.length === 0 ? [] : ["", title, ...mine.flatMap((row) => rowLines(row, shown))];
    }),
  ];
}

/** Name of the project. Until the projects are listed, only its id is known, which says nothing to the next shift. */
async function projectName(ask: Ask, { groupId, groupName }: Context["scope"]): Promise<string> {
  if (groupName !== groupId) return groupName;
  try {
    return (await ask("getProject", { params: { groupId } })).data.name ?? groupName;
  } catch {
    return groupName;
  }
}

async function page(ask: Ask, context: Context): Promise<Page> {
  const { screen } = overview;
  // The last look is that of the runbook list: it says nothing about new rows of the overview.
  // The text may be read in another time zone, so all of its times are UTC.
  const inUtc = { ...context, lastLook: null, zone: "utc" as const };
  const name = projectName(ask, context.scope);
  const now = await askAgain(ask, inUtc, screen.queries(context.scope));
  const when = `${new Date(context.now).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const lines = [`Handover of ${await name}, ${when}`, ...listText(tableOf(screen, now)), ...runbookLines(inUtc)];
  const text = `${lines.join("\n")}\n`;
  return {
    title: "Handover",
    lines: lines.map((line, index) => [index === 0 ? accent(line) : line]),
    copies: [{ title: "Handover as text", text }],
    file: { name: `handover-${new Date(context.now).toISOString().slice(0, 16).replace(":", "")}.txt`, text },
  };
}

/** The runbooks in progress: the next shift continues them. */
function runbookLines({ runbooks }: Context): readonly string[] {
  const running = (runbooks ?? []).filter(({ endedAt }) => endedAt === null);
  return running.length === 0
    ? []
    : [
        "",
        "Runbooks in progress",
        ...running.map(({ runbook, title }) => `- ${runbook.replaceAll("-", " ")}: ${title}`),
      ];
}

export const handover: Runbook = {
  id: "handover",
  title: "Hand over the shift",
  about: "Open and acknowledged alerts, running jobs and upcoming expiries, as text to paste.",
  begin: (context) => asking("Handover", async (ask) => ({ kind: "page", page: await page(ask, context) })),
  steps: [],
};
