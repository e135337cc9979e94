import type { Cell, Context, Page } from "../area.ts";
import { countdown } from "../live/countdown.ts";
import { type AnyRestoreJob, type RestoreLink, restoreLinks, restoreStanding } from "../live/restore.ts";
import { linkCell, timeWords } from "./words.ts";

/** The links of a download, as commands to copy (`domain.md` 11.6). Who has a link has the data: it stands here and in no log. */

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A name for the file on disk: the cluster or the shard, and the job. */
const fileName = (cluster: string, job: AnyRestoreJob, { part }: RestoreLink): string =>
  `${(part ?? cluster).replaceAll(/[^\w.-]/gu, "_")}-${job.id}.tar.gz`;

/** The command that fetches one file. A link is good for one time: nothing is asked twice by itself. */
export const curlOfLink = (cluster: string, job: AnyRestoreJob, link: RestoreLink): string =>
  `curl --fail --location --output ${quoted(fileName(cluster, job, link))} ${quoted(link.url)}`;

/** What a link is of, where there are several. */
export const linkName = ({ part, endpoint }: RestoreLink): string =>
  [part ?? "the files", ...(endpoint === null ? [] : [`through ${endpoint}`])].join(" ");

/** The page with the commands. */
export function linkPage(context: Pick<Context, "now" | "zone">, cluster: string, job: AnyRestoreJob): Page {
  const links = restoreLinks(job);
  const { linkUntil } = restoreStanding(job, context.now);
  const commands = links.map((link) => curlOfLink(cluster, job, link));
  const until: Cell =
    linkUntil === null
      ? "The service does not say how long the link lives; usually an hour."
      : countdown(linkUntil, context.now).isOver
        ? { text: "The link is gone: download the snapshot anew.", tone: "bad" }
        : linkCell(linkUntil, context.now);
  return {
    title: `Download of ${cluster}`,
    lines: [
      [until, ...(linkUntil === null ? [] : [` (${timeWords(linkUntil, context)})`])],
      [{ text: "A link can be used once. Whoever has it has the data.", tone: "warn" }],
      [""],
      ...links.flatMap((link, index): readonly (readonly Cell[])[] => [
        [{ text: linkName(link), tone: "accent" }],
        [commands[index] ?? ""],
        [""],
      ]),
    ],
    copies: [
      ...(commands.length > 1 ? [{ title: "all commands", text: commands.join("\n") }] : []),
      ...links.map((link, index) => ({ title: `curl for ${linkName(link)}`, text: commands[index] ?? "" })),
      ...links.map((link) => ({ title: `link of ${linkName(link)}`, text: link.url })),
    ],
  };
}
