import { randomUUID } from "node:crypto";
import { HOUR } from "../../text/durations.ts";
import { type HttpError, notFound, refusal } from "../requests/http-error.ts";
import { makeDraft } from "../storage/draft.ts";
import type { Document, DocumentDraft, WriteTransaction } from "../storage/storage.ts";

/** Targets of download links: files of this service, available once within an hour (`domain.md` 11.7). */

export const DOWNLOAD = "download";

/** Path of download links, below the service's address. */
export const DOWNLOAD_PATH = "/download";

/** Lifetime of a link, in milliseconds. */
export const LINK_LIFETIME = HOUR;

/** An unguessable token: anyone with the link can download the file. */
export const newToken = (): string => randomUUID().replaceAll("-", "");

/** Input of a download link. Times are simulated milliseconds. */
type NewDownload = {
  readonly token: string;
  readonly groupId: string;
  readonly fileName: string;
  readonly readyAt: number;
};

/** A link's document: it has no transitions, its times are compared when it is used. */
export const downloadDraft = ({ token, groupId, fileName, readyAt }: NewDownload): DocumentDraft =>
  makeDraft({
    kind: DOWNLOAD,
    id: token,
    parent: groupId,
    body: { fileName, readyAt, until: readyAt + LINK_LIFETIME, used: false },
  });

const linkOver = (code: string, detail: string): HttpError => refusal(410, code, detail);

/** A downloaded file. */
type Download = { readonly fileName: string; readonly content: string };

const fileOf = ({ body }: Document): Download => {
  const fileName = String(body["fileName"]);
  return { fileName: `${fileName}.tar`, content: tarOf(`${fileName}/README.txt`, README) };
};

const README = "The embedded service keeps no data: a real download would hold the files of the snapshot.\n";

/**
 * Uses a link.
 *
 * @param takes true when the file is downloaded now, which uses up the link
 * @throws a refusal: 404 for a link that does not exist (yet), 410 for a used or expired one
 */
export async function openDownload(
  transaction: WriteTransaction,
  token: string,
  now: number,
  takes: boolean,
): Promise<Download> {
  const found = await transaction.get(DOWNLOAD, token);
  if (found === undefined || now < Number(found.body["readyAt"])) {
    throw notFound("RESOURCE_NOT_FOUND", "There is no such download.");
  }
  if (found.body["used"] === true)
    throw linkOver("DOWNLOAD_LINK_USED", "This link was valid for one download: request a new one.");
  if (now >= Number(found.body["until"]))
    throw linkOver("DOWNLOAD_LINK_EXPIRED", "This link expired after 1 h: request a new one.");
  if (takes) await transaction.put({ ...found, body: { ...found.body, used: true } });
  return fileOf(found);
}

const BLOCK = 512;

const octal = (number: number, width: number): string => `${number.toString(8).padStart(width - 1, "0")}\0`;
const padded = (text: string, length: number): string => text.padEnd(length, "\0");

/** A tar archive of one plain ASCII file (POSIX ustar). */
function tarOf(name: string, text: string): string {
  const fields = (checksum: string): string =>
    padded(
      [
        padded(name.slice(-100), 100),
        octal(0o644, 8),
        octal(0, 8),
        octal(0, 8),
        octal(text.length, 12),
        octal(0, 12),
        checksum,
        "0",
        padded("", 100),
        "ustar\0" + "00",
      ].join(""),
      BLOCK,
    );
  const sum = [...fields(" ".repeat(8))].reduce((total, character) => total + character.charCodeAt(0), 0);
  const header = fields(`${sum.toString(8).padStart(6, "0")}\0 `);
  const content = padded(text, Math.ceil(text.length / BLOCK) * BLOCK);
  return header + content + "\0".repeat(2 * BLOCK);
}
