import { RETRY_POLICY } from "../../client/retry.ts";
import type { ServiceClient } from "../../state/service-client.ts";

/**
 * A client for commands that read once: it retries passing failures itself (`design.md`, client), because no poll does so before the command ends.
 *
 * @param left remaining time (ms); 0: none, or polling retries
 */
export function patientClient(client: ServiceClient, left: () => number): ServiceClient {
  const patience = () => {
    const patienceMs = left();
    return patienceMs > 0 ? { repeats: RETRY_POLICY.repeats, patienceMs } : {};
  };
  return {
    call: (operation, args, options) => client.call(operation, args, { ...options, ...patience() }),
    callOperation: (operation, args, options) => client.callOperation(operation, args, { ...options, ...patience() }),
    allowWritesUntil: (time) => client.allowWritesUntil(time),
  };
}
