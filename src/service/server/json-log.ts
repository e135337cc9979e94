import { pino, stdTimeFunctions } from "pino";
import type { ServiceLog } from "./request-log.ts";

/**
 * A log of one line of JSON for each request and each trouble. Loaded only by a service that is started with a log (`ServiceOptions.log`).
 *
 * @param write receives each line, with its line break
 */
export function jsonLog(write: (line: string) => void): ServiceLog {
  const logger = pino(
    {
      // Whoever collects the lines knows the machine and the process.
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
