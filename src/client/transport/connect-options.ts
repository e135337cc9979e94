import { lookUp } from "./destination.ts";

/**
 * How a service is connected to.
 *
 * @param ca PEM text of an authority that is trusted besides those of this machine
 */
export const connectOptions = (ca: string | null) => ({
  // Loaded where it is used: TLS takes 5 MB, and a service on this machine mostly speaks without it.
  ...(ca === null ? {} : { ca: [...process.getBuiltinModule("node:tls").getCACertificates("default"), ca] }),
  // Said aloud: NODE_TLS_REJECT_UNAUTHORIZED=0 in somebody's environment would switch the check off.
  rejectUnauthorized: true,
  lookup: lookUp,
});
