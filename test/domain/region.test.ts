import { expect, it } from "vitest";
import { regionLabel } from "../../src/domain/region.ts";

it.each([
  ["AWS", "EU_WEST_1", "eu-west-1"],
  ["AWS", "AP_NORTHEAST_3", "ap-northeast-3"],
  ["GCP", "WESTERN_EUROPE", "europe-west1"],
  ["GCP", "EUROPE_WEST_3", "europe-west3"],
  ["GCP", "US_EAST_4", "us-east4"],
  ["GCP", "NORTH_AMERICA_NORTHEAST_1", "northamerica-northeast1"],
  ["GCP", "MIDDLE_EAST_WEST_1", "me-west1"],
  ["AZURE", "EUROPE_NORTH", "northeurope"],
  ["AZURE", "US_EAST_2", "eastus2"],
  ["AZURE", "US_SOUTH_CENTRAL", "southcentralus"],
  ["AZURE", "ASIA_SOUTH_EAST", "southeastasia"],
  ["AZURE", "UK_SOUTH", "uksouth"],
  ["TENANT", "EU_WEST_1", "EU_WEST_1"],
  [undefined, "EU_WEST_1", "EU_WEST_1"],
  ["AWS", "eu-west-1", "eu-west-1"],
  ["AWS", "somewhere else", "somewhere else"],
])("%s %s is written %s", (provider, name, written) => {
  expect(regionLabel(provider, name)).toBe(written);
});
