import { getCACertificates } from "node:tls";
import { lookUp } from "./destination.ts";

/**
 * How a service is connected to.
 *
 * @param ca PEM text of an authority that is trusted besides those of this machine
 */
export const connectOptions = (ca: string | null) => ({
  ...(ca === null ? {} : { ca: [...getCACertificates("default"), ca] }),
  // Said aloud: NODE_TLS_REJECT_UNAUTHORIZED=0 in somebody's environment would switch the check off.
  rejectUnauthorized: true,
  lookup: lookUp,
});
