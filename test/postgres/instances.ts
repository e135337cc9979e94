import { type RunningService, type ServiceOptions, startService } from "../../src/service/service.ts";
import { makeBalancer } from "./balancer.ts";
import { newPlace } from "./database.ts";

/** Several instances of a service on one new schema, in this process, behind one address that gives each connection to the next. */
export async function instances(
  options: Partial<ServiceOptions>,
  number: number,
  onOver?: (end: () => Promise<void>) => void,
): Promise<RunningService & { readonly all: readonly RunningService[] }> {
  const place = newPlace(undefined, onOver);
  const balancer = await makeBalancer();
  const { faults, ...usual } = options;
  const all: RunningService[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(all.map((running) => running.stop()));
    balancer.close();
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
