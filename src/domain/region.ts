import { lookupTable } from "../contract/json/own-values.ts";

/** Region names in the spelling of their cloud. The API spells them differently: `EU_WEST_1` is `eu-west-1` on AWS. */

/** Google's older regions, which the API names by their location. */
const GCP: Readonly<Record<string, string>> = lookupTable({
  CENTRAL_US: "us-central1",
  EASTERN_US: "us-east1",
  WESTERN_US: "us-west1",
  WESTERN_EUROPE: "europe-west1",
  EASTERN_ASIA_PACIFIC: "asia-east1",
  NORTHEASTERN_ASIA_PACIFIC: "asia-northeast1",
  SOUTHEASTERN_ASIA_PACIFIC: "asia-southeast1",
});

const gcp = (name: string): string =>
  GCP[name] ??
  name
    .replace(/^(NORTH|SOUTH)_AMERICA/u, "$1AMERICA")
    .replace(/^MIDDLE_EAST/u, "ME")
    .replace(/_(\d+)$/u, "$1")
    .toLowerCase()
    .replace("_", "-");

/** Azure puts the direction before the continent: `EUROPE_NORTH` is `northeurope`. */
const azure = (name: string): string =>
  name
    .replace(/^(US|EUROPE|ASIA)_([A-Z_]+?)(_\d+)?$/u, "$2$1$3")
    .replaceAll("_", "")
    .toLowerCase();

const aws = (name: string): string => name.toLowerCase().replaceAll("_", "-");

/** `eu-west-1`, `europe-west1`, `northeurope`; in the API's spelling when the provider is unknown. */
export function regionLabel(provider: string | null | undefined, name: string): string {
  if (!/^[A-Z][A-Z\d_]*$/u.test(name)) return name;
  switch (provider) {
    case "AWS":
      return aws(name);
    case "GCP":
      return gcp(name);
    case "AZURE":
      return azure(name);
    default:
      return name;
  }
}
