import { isIP } from "node:net";
import { isLoopbackAddress, LOOPBACK } from "../../service/server/addresses.ts";
import { WrongUse } from "../wrong-use.ts";

/** Network address of a service. */
export type Reach = {
  /** IP address that the service listens on. */
  readonly listen: string;
  /** Public origin, where a proxy is in front of the service. */
  readonly origin: string | undefined;
  /** True where other machines can connect. */
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
 * Reads the network address of a service: this machine alone, unless TLS or a proxy protects the traffic.
 *
 * @throws WrongUse where neither does
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
