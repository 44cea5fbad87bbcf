import * as z from "zod";
import { call } from "../call/call.ts";
import { quietOpenCall } from "../call/common-calls.ts";
import { perCaller } from "../call/limit-policy.ts";
import { CITY_SUGGESTIONS } from "../limits.ts";

export const City = z.strictObject({
  /** IBGE code of the municipality. */
  id: z.int(),
  /** "City, UF". */
  label: z.string(),
});

export const cities = {
  search: call({
    ...quietOpenCall,
    method: "GET",
    path: "/cities",
    limit: perCaller("citySearch"),
    query: z.strictObject({ q: z.string().min(2).max(80) }),
    answers: z.strictObject({ cities: z.array(City) }),
    summary: `Municipalities whose name holds the text, accents and case aside; at most ${CITY_SUGGESTIONS}, best first.`,
  }),
};
