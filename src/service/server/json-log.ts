import { pino, stdTimeFunctions } from "pino";
import type { ServiceLog } from "./request-log.ts";

/**
 * A log with one line of JSON per request and per error. Loaded only by a service that is started with a log (`ServiceOptions.log`).
 *
 * @param write receives each line, with its line break
 */
export function jsonLog(write: (line: string) => void): ServiceLog {
  const logger = pino(
    {
      // Log collectors add machine and process themselves.
      base: null,
      messageKey: "message",
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    { write },
  );
  return {
    answered: (entry) => logger.info(entry, "request"),
    trouble: (text, requestId) => logger.error(requestId === undefined ? {} : { requestId }, text),
  };
}
