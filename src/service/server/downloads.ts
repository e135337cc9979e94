import type { IncomingMessage } from "node:http";
import type { WireAnswer } from "../requests/answer.ts";
import { HttpError } from "../requests/http-error.ts";
import { openDownload } from "../restore-jobs/downloads.ts";
import { readAnchor, simulatedAt } from "../storage/clock.ts";
import type { ServiceContext } from "./exchange.ts";

/**
 * Answers a download link. Whoever has the link may use it, once, without a key, as with the real service.
 *
 * @throws a refusal: 404 or 410 when the link is unknown, or used or expired, 405 for anything but reading
 */
export async function answerDownload(
  parts: ServiceContext,
  token: string,
  incoming: IncomingMessage,
): Promise<WireAnswer> {
  const { method } = incoming;
  if (method !== "GET" && method !== "HEAD") {
    const detail = "A download link supports GET and HEAD.";
    throw new HttpError({ status: 405, code: "METHOD_NOT_ALLOWED", detail, headers: { Allow: "GET, HEAD" } });
  }
  const { fileName, content } = await parts.store.write(null, async (transaction) => {
    parts.anchor = await readAnchor(transaction);
    return openDownload(transaction, token, simulatedAt(parts.anchor, parts.wallClock()), method === "GET");
  });
  return {
    status: 200,
    headers: {
      "Content-Type": "application/x-tar",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
    },
    body: content,
  };
}
