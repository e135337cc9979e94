import { isIP } from "node:net";
import { isLoopbackAddress, LOOPBACK } from "../../service/server/addresses.ts";
import { WrongUse } from "../wrong-use.ts";

/** From where a service is reached, as the command line says. */
export type Reach = {
  /** The IP address that it listens on. */
  readonly listen: string;
  /** The origin that callers use, where a proxy in front of the service has it. */
  readonly origin: string | undefined;
  /** Whether other machines reach it. */
  readonly isOpen: boolean;
};

function originOf(text: string): string {
  const url = URL.parse(text);
  if (
    url?.protocol === "https:" &&
    url.pathname === "/" &&
    url.search === "" &&
    url.hash === "" &&
    url.username === ""
  ) {
    return url.origin;
  }
  throw new WrongUse(
    "--behind-proxy takes the https address that callers use, without a path: https://atlas.example.com.",
  );
}

/**
 * Reads from where a service is to be reached: this machine alone, unless somebody has said how what is sent stays secret on the way.
 *
 * @throws WrongUse where nobody has
 */
export function readReach(listen: string, proxy: string | undefined, hasCertificate: boolean): Reach {
  if (isIP(listen) === 0) throw new WrongUse(`--listen takes an IP address: ${LOOPBACK}, 0.0.0.0, ::1.`);
  const origin = proxy === undefined ? undefined : originOf(proxy);
  const isOpen = !isLoopbackAddress(listen);
  if (isOpen && origin === undefined && !hasCertificate) {
    throw new WrongUse(
      `--listen ${listen} lets other machines in: add --tls-cert and --tls-key, or --behind-proxy ORIGIN where a proxy in front of the service has the certificate.`,
    );
  }
  return { listen, origin, isOpen: isOpen || origin !== undefined };
}
