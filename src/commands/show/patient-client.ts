import { RETRY_POLICY } from "../../client/retry.ts";
import type { ServiceClient } from "../../state/dependencies.ts";

/**
 * A client for who looks once and has time: a passing fault is asked again by the client itself (`design.md`, client), as no schedule does it
 * before the look is over.
 *
 * @param left how much time there is (ms); 0: none, or a schedule asks again
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
