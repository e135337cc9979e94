import * as z from "zod";
import type { AreaId } from "../../contract/area-ids.ts";
import { type Operation, operation } from "../../contract/operation.ts";
import type { Body } from "../../contract/schema/body.ts";

/** The operation of a local form, which asks a person and sends nothing (`FormSetup.applies`): it is in no table and no operation of the service. */
export const localForm = (id: string, area: AreaId, title: string, body: Body): Operation =>
  operation({
    id,
    spec: null,
    area,
    title,
    path: "",
    queryFlags: null,
    body,
    response: z.unknown(),
    answer: "none",
    roles: [],
    budget: area,
  });
