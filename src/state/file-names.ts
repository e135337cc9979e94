import { createHash } from "node:crypto";

/**
 * A text of any kind (a profile's name, the id of a draft) as one file name: readable where it is short and plain, and never the
 * same for two texts, on file systems that fold capitals neither.
 */
export function fileName(text: string): string {
  const readable = text
    .toLowerCase()
    .replace(/[^a-z0-9-]+/gu, "-")
    .slice(0, 40);
  return `${readable}.${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}
