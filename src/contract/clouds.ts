import { lookupTable } from "./json/own-values.ts";

/** Cloud providers, as requests and answers spell them. */
export const CLOUDS = ["AWS", "AZURE", "GCP"] as const;

/** Their names for people. */
export const CLOUD_LABELS: Readonly<Record<string, string>> = lookupTable({ AWS: "AWS", AZURE: "Azure", GCP: "GCP" });

/** The name of a cloud; one that is not known as the service spells it. */
export const cloudLabel = (provider: string): string => CLOUD_LABELS[provider] ?? provider;
