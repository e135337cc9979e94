import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { DAY } from "../../text/durations.ts";
import { LOOPBACK } from "./addresses.ts";
import type { Tls } from "./certificate.ts";

/** A certificate generated for one run. Loaded only on request: the generator is large. */

/**
 * Generates a certificate for this run. Its key is never written to disk; the certificate is, so that callers can trust it.
 *
 * @returns the TLS options, and a function that deletes the file
 */
export async function makeCertificate(): Promise<Tls & { remove(): void }> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "sextant" }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    // One day of tolerance for clocks that differ; a year is enough for any run.
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
