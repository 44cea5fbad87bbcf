import * as z from "zod";
import { call, id, instant, visibleId } from "../call/call.ts";
import { before, quietMemberCall } from "../call/common-calls.ts";
import { protecting } from "../call/limit-policy.ts";
import { all, only } from "../call/names.ts";
import { PEOPLE_PAGE } from "../limits.ts";

const params = z.strictObject({ id: id() });
/** The limit of favourites, counted separately, so that favourites never delay a block. */
const blocking = protecting("favorites", { apart: "block" });

export const safety = {
  block: call({
    method: "PUT",
    path: "/blocks/:id",
    isRare: true,
    access: "member",
    limit: blocking,
    changes: { caller: "people", events: ["notifications"] },
    offline: "forget answers",
    names: { thing: "member", verdicts: only("counterpart", "NOT_FOUND"), staff: all("NOT_FOUND"), isUsedUp: true },
    params,
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary:
      "The two disappear for each other everywhere, and to the other one it looks as if the caller had left; doing it again changes nothing.",
  }),
  unblock: call({
    method: "DELETE",
    path: "/blocks/:id",
    isRare: true,
    access: "member",
    isOpenBeforeAge: true,
    limit: blocking,
    changes: { caller: "people", events: ["notifications"] },
    offline: "no",
    names: { thing: "member", verdicts: all("nothing"), isUsedUp: true },
    params,
    answers: z.strictObject({}),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: "Takes the caller's block back; the two meet again unless the other one blocks too.",
  }),
  blocks: call({
    ...quietMemberCall,
    method: "GET",
    path: "/blocks",
    isRare: true,
    isOpenBeforeAge: true,
    limit: protecting("protection"),
    query: z.strictObject({ before }),
    answers: z.strictObject({
      members: z.array(z.strictObject({ id: visibleId(), name: z.string(), blockedAt: instant() })),
      next: z.string().nullable(),
    }),
    summary: `Whom the caller blocked, the latest first, ${PEOPLE_PAGE} a page.`,
  }),
};
