import { z } from "zod";

/** What a load process is asked to send. */
export const Job = z.object({
  origin: z.string(),
  method: z.enum(["GET", "PATCH"]),
  /** Taken in turn. */
  paths: z.array(z.string()).min(1),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
  /** What every answer has to be. */
  status: z.number(),
  connections: z.number().min(1),
  /** How many are sent before anything is measured. */
  warmUp: z.number(),
  requests: z.number(),
});
export type Job = z.infer<typeof Job>;

/** What came of it: how long all of them took, and each of them. */
export const Measured = z.object({ seconds: z.number(), milliseconds: z.array(z.number()) });
export type Measured = z.infer<typeof Measured>;

/** An answer that the bare server gives again and again. */
export const Kept = z.object({
  method: z.enum(["GET", "PATCH"]),
  path: z.string(),
  status: z.number(),
  contentType: z.string(),
  body: z.string(),
});
export type Kept = z.infer<typeof Kept>;
