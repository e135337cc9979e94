/** Whether an address is this machine: what is sent there does not leave it. */
export function isLoopback(url: URL): boolean {
  const host = url.hostname.replace(/\.$/u, "");
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/u.test(host);
}

/** Whether credentials may go to an address (`design.md`, client): over TLS, or without leaving this machine. */
export const mayCarryCredentials = (url: URL): boolean =>
  url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
