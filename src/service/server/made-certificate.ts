import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { DAY } from "../../text/durations.ts";
import { LOOPBACK } from "./addresses.ts";
import type { Tls } from "./certificate.ts";

/** A certificate that is made for one run. Loaded only where one is asked for: what makes it is big. */

/**
 * Makes a certificate for this run. Its key is never on the disk; the certificate itself is, for callers to trust it.
 *
 * @returns what the server needs, and how to remove what was written
 */
export async function makeCertificate(): Promise<Tls & { remove(): void }> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "sextant" }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    // Clocks differ by a little; nobody needs it for longer than a year.
    notBeforeDate: new Date(Date.now() - DAY),
    notAfterDate: new Date(Date.now() + 365 * DAY),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 7, ip: LOOPBACK },
          { type: 2, value: "localhost" },
        ],
      },
    ],
  });
  const folder = mkdtempSync(join(tmpdir(), "sextant-tls-"));
  const caFile = join(folder, "certificate.pem");
  writeFileSync(caFile, cert, { mode: 0o600 });
  return { cert, key, host: LOOPBACK, caFile, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
