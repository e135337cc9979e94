import type { ServiceReady } from "../../src/service/server/ready.ts";
import { fetchRaw } from "./support.ts";

export type DiscoveryItem = { readonly targets: readonly string[]; readonly labels: Readonly<Record<string, string>> };

/** The targets of the main project, as the scrape user reads them. */
export async function fetchDiscovery(ready: ServiceReady): Promise<readonly DiscoveryItem[]> {
  const { pathname } = new URL(ready.metricsUrl);
  const login = Buffer.from(`${ready.scrapeUsername}:${ready.scrapePassword}`).toString("base64");
  const reply = await fetchRaw(ready.metricsUrl, `${pathname}/groups/${ready.groupId}/discovery`, {
    headers: { Authorization: `Basic ${login}` },
  });
  if (!Array.isArray(reply.json)) throw new TypeError(`no bare array: ${reply.text}`);
  return reply.json;
}
