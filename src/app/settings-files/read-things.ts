import { clusterList, labelOfOperation } from "../../areas/builders/lookup.ts";
import type { Ask } from "../../areas/model/context.ts";
import { IncompleteError, type SettingsKind, type StoredThing } from "../../areas/model/settings-kind.ts";
import { omissionTexts, omitsThings } from "../../state/answers/omissions.ts";
import type { SettingsSource } from "./types.ts";

/** Makes a read fail if its answer lacks anything that the service listed. */
const whole =
  (ask: Ask): Ask =>
  async (operation, args) => {
    const answer = await ask(operation, args);
    const omitted = answer.omitted ?? null;
    if (omitsThings(omitted))
      throw new IncompleteError(`${labelOfOperation(operation)}: ${omissionTexts(omitted).join(", ")}.`);
    return answer;
  };

/**
 * All things of a kind in a project.
 *
 * @throws ServiceError when they cannot be read, IncompleteError when not all of them can
 */
export async function readThings(
  { file, read }: SettingsKind,
  { ask, scope }: Pick<SettingsSource, "ask" | "scope">,
): Promise<readonly StoredThing[]> {
  const list = clusterList(scope);
  if (file.inCluster && list.kind === "partly") throw new IncompleteError(`Clusters: ${list.why.reason}.`);
  if (file.inCluster && list.kind === "absent" && scope.clusters.length === 0) {
    throw new IncompleteError("Clusters: the service has no list of them. Name them in the profile.");
  }
  return read(whole(ask), scope);
}
