import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { messageOf } from "../../text/thrown.ts";
import { LOOPBACK } from "./addresses.ts";

/** TLS certificates given on the command line. */

/** TLS options of a server, and the hostname to reach it under. */
export type Tls = {
  /** Certificate (with its chain) and key, as PEM. */
  readonly cert: string;
  readonly key: string;
  /** Hostname that the certificate covers, of those that lead here. */
  readonly host: string;
  /** Extra CA file for callers; absent where the usual authorities suffice. */
  readonly caFile?: string;
};

/** Names of this machine. */
const NAMES = [LOOPBACK, "localhost"] as const;

/** The first DNS name or IP address of a certificate; wildcards do not count. */
function ownName({ subjectAltName = "" }: X509Certificate): string | undefined {
  const names = subjectAltName.split(", ").flatMap((text) => /^(?:DNS|IP Address):([^*]+)$/u.exec(text)?.[1] ?? []);
  return names.find((name) => name !== "");
}

/** The certificate is unusable: the message is a sentence for people. */
class CertificateProblem extends Error {}

function read(file: string, what: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new CertificateProblem(`The ${what} ${file} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

function parsed<Result>(file: string, what: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (cause) {
    throw new CertificateProblem(`${file} contains no ${what} in PEM.`, { cause });
  }
}

/**
 * Reads a certificate and its key.
 *
 * @param isOpen true where other machines reach the service: its hostname is then the certificate's own name
 * @throws CertificateProblem when they cannot be read, do not belong together, or (unless it is open) do not cover this machine
 */
export function readCertificate(certFile: string, keyFile: string, isOpen: boolean): Tls {
  const [cert, key] = [read(certFile, "certificate"), read(keyFile, "key")];
  const certificate = parsed(certFile, "certificate", () => new X509Certificate(cert));
  const privateKey = parsed(keyFile, "private key", () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new CertificateProblem(`The key in ${keyFile} does not match the certificate in ${certFile}.`);
  }
  const local = NAMES.find((name) =>
    name === LOOPBACK ? certificate.checkIP(name) !== undefined : certificate.checkHost(name) !== undefined,
  );
  const host = isOpen ? (ownName(certificate) ?? local) : local;
  if (host === undefined && isOpen) {
    throw new CertificateProblem(`The certificate in ${certFile} names no host (subjectAltName).`);
  }
  if (host === undefined) {
    throw new CertificateProblem(`The certificate in ${certFile} is for neither of ${NAMES.join(" and ")}.`);
  }
  const isItsOwn = certificate.checkIssued(certificate);
  return { cert, key, host, ...(isItsOwn ? { caFile: resolve(certFile) } : {}) };
}
