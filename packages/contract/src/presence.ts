import * as z from "zod";
import { call, id } from "./call.ts";
import { perMember } from "./limit-policy.ts";
import { PRESENCE_ASK_MAX } from "./limits.ts";
import { all, only } from "./names.ts";

/** What others see of somebody's presence: a state, never a time. */
export const Presence = z.enum(["online", "recent", "offline"]);
export type Presence = z.infer<typeof Presence>;

export const presence = {
  ping: call({
    method: "POST",
    path: "/presence",
    access: "member",
    limit: perMember("presence", { isStaffFree: true }),
    changes: "none",
    offline: "no",
    names: "nothing",
    answers: z.strictObject({}),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: "A sign of life of the caller; admins leave no trace.",
  }),
  list: call({
    method: "GET",
    path: "/presence",
    access: "member",
    limit: perMember("presenceLists"),
    changes: "none",
    offline: "no",
    names: {
      thing: "member",
      verdicts: only("counterpart", "nothing"),
      blocked: { counterpart: "nothing" },
      staff: all("nothing"),
    },
    query: z.strictObject({
      /** Member ids, joined by commas. */
      ids: z.codec(z.string().max(37 * PRESENCE_ASK_MAX), z.array(id()).min(1).max(PRESENCE_ASK_MAX), {
        decode: (text) => text.split(","),
        encode: (ids) => ids.join(","),
      }),
    }),
    answers: z.strictObject({
      presences: z.array(z.strictObject({ id: z.uuid(), presence: Presence })),
    }),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary:
      "How present the named members are; those whom the caller may not see are left out, like those who do not exist.",
  }),
};
