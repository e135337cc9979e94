import { type AppStore, createAppStore } from "../../src/app/store.ts";
import { GroupId, OrgId } from "../../src/contract/schema/ids.ts";
import type { Connection } from "../../src/contract/wire/connection.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { systemClock } from "../../src/state/clock.ts";
import { diskFiles } from "../../src/state/files/disk-files.ts";
import { parsePlace } from "../../src/state/navigation/place.ts";
import type { ServiceClient } from "../../src/state/service-client.ts";
import type { ConsoleProfile } from "../../src/state/session/console-profile.ts";

/** What a console needs to stand on a service that has told where it is: in its main project. */
export const profileOf = (
  { groupId, orgId }: Pick<ServiceReady, "groupId" | "orgId">,
  connection: Connection,
  client: ServiceClient,
): ConsoleProfile => ({
  connection,
  client,
  groupId: GroupId.parse(groupId),
  orgId: OrgId.parse(orgId),
  projects: [],
});

/**
 * A store at a place, on the machine's clock and with files on the disk.
 *
 * @param state the directory of its files
 * @throws Error when there is no such place
 */
export function storeAt(place: string, profile: ConsoleProfile, state: string): AppStore {
  const parsed = parsePlace(place);
  if (!parsed.ok) throw new Error(parsed.message);
  return createAppStore(
    { profile, files: diskFiles(state), clock: systemClock, random: () => 0.5, process: "stage" },
    parsed.place,
  );
}
