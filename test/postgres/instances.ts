import { type RunningService, type ServiceOptions, startService } from "../../src/service/service.ts";
import { makeBalancer } from "./balancer.ts";
import { newPlace } from "./database.ts";

/**
 * How many instances on PostgreSQL stand behind each service of the tests; none: it is one in memory. `npm run test:postgres` has three.
 */
export const INSTANCES = Number(process.env["SEXTANT_TEST_INSTANCES"] ?? 0);

/** Several instances of a service on one new schema, in this process, behind one address that gives each connection to the next. */
export async function instances(
  options: Partial<ServiceOptions>,
  number: number,
): Promise<RunningService & { readonly all: readonly RunningService[] }> {
  const ends: (() => Promise<void>)[] = [];
  const place = newPlace(undefined, (end) => ends.push(end));
  const balancer = await makeBalancer();
  const { faults, ...usual } = options;
  const all: RunningService[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(all.map((running) => running.stop()));
    balancer.close();
    for (const end of ends) await end();
  };
  try {
    for (let index = 0; index < number; index += 1) {
      const first = index === 0 && faults !== undefined ? { faults } : {};
      all.push(await startService({ quiet: true, ...usual, ...first, place, origin: balancer.origin }));
    }
  } catch (failure) {
    await stop();
    throw failure;
  }
  balancer.ports = all.map(({ port }) => port);
  const [first] = all;
  if (first === undefined) throw new RangeError("no instance");
  return { ...first, all, stop };
}
