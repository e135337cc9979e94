import { firstIds, randomOfProjects } from "../seed/first-ids.ts";
import { DEFAULT_SIZE } from "../seed/size.ts";
import { dataFile, type OwnDirectory, takeAtOnce } from "./own-directory.ts";
import { type ServiceThread, startServiceThread } from "./service-thread.ts";

/** A service that was started before the code of the console was loaded. On a first start its thread lays the sample meanwhile. */
export type EarlyStart = {
  readonly directory: OwnDirectory;
  readonly service: ServiceThread;
  /** Ids of the sample's organisation and first project. They are others where the directory has data already. */
  readonly ids: { readonly orgId: string; readonly groupId: string };
  /** Ends it: no service is needed after all. */
  abandon(): void;
};

/** Starts a service on a data directory. Undefined where another process holds it, or it cannot be used: `startEmbedded` handles both. */
export function startEarly(dataDir: string): EarlyStart | undefined {
  const directory = takeAtOnce(dataDir);
  if (directory === null) return undefined;
  const founded = Math.floor(Date.now() / 1000) * 1000;
  const service = startServiceThread({ place: dataFile(dataDir), founded });
  return {
    directory,
    service,
    ids: firstIds(founded, randomOfProjects(DEFAULT_SIZE.seed)),
    abandon: () => {
      void service.end();
      directory.release();
    },
  };
}
