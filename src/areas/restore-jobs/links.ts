import { type AnyRestoreJob, type RestoreLink, restoreAsJob, restoreLinks } from "../../domain/restore.ts";
import { formatTimeInZone } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { accent, bad, warn } from "../builders/cells.ts";
import type { Cell } from "../model/cell.ts";
import type { Times } from "../model/context.ts";
import type { Page } from "../model/effect.ts";
import { linkCell } from "./labels.ts";

/** The links of a download, as commands to copy (`domain.md` 11.6). A link gives access to the data, so it is shown here and never logged. */

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** File name on disk: the cluster or the shard, and the job. */
const fileName = (cluster: string, job: AnyRestoreJob, { part }: RestoreLink): string =>
  `${(part ?? cluster).replaceAll(/[^\w.-]/gu, "_")}-${job.id}.tar.gz`;

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The link as a URL that may be fetched: https, or http to this machine. Null for anything else: a file, an option, no URL. */
function addressOf(link: string): string | null {
  const url = URL.parse(link);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.has(url.hostname));
  return url !== null && isSafe ? url.href : null;
}

/** The command that fetches one file, or null for an unsafe link. A link works once, so the command never retries. */
export function curlOfLink(cluster: string, job: AnyRestoreJob, link: RestoreLink): string | null {
  const url = addressOf(link.url);
  if (url === null) return null;
  const protocols = url.startsWith("https:") ? "=https" : "=http,https";
  const file = quoted(`./${fileName(cluster, job, link)}`);
  return `curl --fail --location --proto '${protocols}' --proto-redir '=https' --globoff --output ${file} --url ${quoted(url)}`;
}

/** Shown in place of a command that would fetch something other than a file of this service. */
const NO_ADDRESS = "This link is not an https address and is not used. Request a new download.";

/** Label of a link, where there are several. */
export const linkName = ({ part, endpoint }: RestoreLink): string =>
  present(part ?? "all files", endpoint !== null && `via ${endpoint}`).join(" ");

/** The page with the commands. */
export function linkPage(context: Times, cluster: string, job: AnyRestoreJob): Page {
  const links = restoreLinks(job);
  const { until: linkUntil } = restoreAsJob(job, context.now);
  const commands = links.map((link) => curlOfLink(cluster, job, link));
  const usable = links.flatMap((link, index) => {
    const command = commands[index] ?? null;
    return command === null ? [] : [{ link, command }];
  });
  const until: Cell =
    linkUntil === null
      ? "The service does not report the expiry of the link; usually it is 1 h."
      : linkUntil <= context.now
        ? bad("The link has expired: download the snapshot again.")
        : linkCell(linkUntil, context.now);
  return {
    title: `Download of ${cluster}`,
    lines: [
      present(until, linkUntil !== null && ` (${formatTimeInZone(linkUntil, context)})`),
      [warn("A link can be used once. Anyone who has the link can read the data.")],
      [""],
      ...links.flatMap((link, index): readonly (readonly Cell[])[] => [
        [accent(linkName(link))],
        [commands[index] ?? bad(NO_ADDRESS)],
        [""],
      ]),
    ],
    copies: present(
      usable.length > 1 && { title: "all commands", text: usable.map(({ command }) => command).join("\n") },
      ...usable.map(({ link, command }) => ({ title: `curl for ${linkName(link)}`, text: command })),
      ...usable.map(({ link }) => ({ title: `link of ${linkName(link)}`, text: addressOf(link.url) ?? "" })),
    ),
  };
}
