import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { isObject } from "../../src/contract/json/json.ts";
import { bundledProgram } from "../bundled-program.ts";
import { type Started, started } from "../service/started.ts";
import { type Client, clientOf } from "../service/support.ts";
import { type Balancer, makeBalancer } from "./balancer.ts";

/** Instances in processes of their own behind one address, any of which can be killed. */

const program = await bundledProgram(join(import.meta.dirname, "programs/instance.ts"));

export type Instance = Started & { readonly port: number };

export type Cluster = {
  readonly place: string;
  readonly balancer: Balancer;
  readonly all: Instance[];
  readonly call: Client;
};

async function startInstance(place: string, origin: string): Promise<Instance> {
  // The driver warns of what it is about to give up, which nobody who runs the service should read.
  const one = await started(["--throw-deprecation", program, place, origin]);
  const said: unknown = JSON.parse(one.line);
  return { ...one, port: isObject(said) ? Number(said["port"]) : 0 };
}

/** Starts three instances. They end with the test. */
export async function startCluster(place: string): Promise<Cluster> {
  const balancer = await makeBalancer();
  onTestFinished(() => balancer.close());
  const all: Instance[] = [];
  for (let index = 0; index < 3; index += 1) all.push(await startInstance(place, balancer.origin));
  balancer.ports = all.map(({ port }) => port);
  const [first] = all;
  if (first === undefined) throw new RangeError("no instance");
  return { place, balancer, all, call: await clientOf(first.ready) };
}

function instanceOf({ all }: Cluster, index: number): Instance {
  const instance = all[index];
  if (instance === undefined) throw new RangeError("no instance");
  return instance;
}

/** Kills one (SIGKILL), and waits until it is gone. */
export async function killInstance(cluster: Cluster, index: number): Promise<void> {
  const { process } = instanceOf(cluster, index);
  const ended = once(process, "exit");
  process.kill("SIGKILL");
  await ended;
}

/** Starts one in the place of one that was killed. */
export async function replaceInstance(cluster: Cluster, index: number): Promise<void> {
  const { all, balancer, place } = cluster;
  all[index] = await startInstance(place, balancer.origin);
  balancer.ports = all.map(({ port }) => port);
}
