import { lookUp } from "./destination.ts";

/**
 * Connection options for a service.
 *
 * @param ca PEM text of a certificate authority, trusted in addition to this machine's
 */
export const connectOptions = (ca: string | null) => ({
  // Loaded on demand: TLS takes 5 MB, and a service on this machine mostly works without it.
  ...(ca === null ? {} : { ca: [...process.getBuiltinModule("node:tls").getCACertificates("default"), ca] }),
  // Set explicitly: NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would disable the check.
  rejectUnauthorized: true,
  lookup: lookUp,
});
