import * as z from "zod";
import { call, id, instant, visibleId } from "../call/call.ts";
import { quietMemberCall, quietOfficeCall } from "../call/common-calls.ts";
import { perMember } from "../call/limit-policy.ts";
import { all, only } from "../call/names.ts";
import { PRESENCE_ASK_MAX } from "../limits.ts";

/**
 * The presence that others see: a state, never a time. `available` comes from the online-status job, not from a
 * connection.
 */
export const Presence = z.enum(["online", "recent", "available", "offline"]);
export type Presence = z.infer<typeof Presence>;

export const presence = {
  ping: call({
    ...quietMemberCall,
    method: "POST",
    path: "/presence",
    limit: perMember("presence", { isStaffFree: true }),
    answers: z.strictObject({}),
    summary: "A sign of life of the caller; the staff leave no trace.",
  }),
  list: call({
    ...quietMemberCall,
    method: "GET",
    path: "/presence",
    limit: perMember("presenceLists"),
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
    answers: z.strictObject({ presences: z.array(z.strictObject({ id: visibleId(), presence: Presence })) }),
    summary:
      "How present the named members are; those whom the caller may not see are left out, like those who do not exist.",
  }),
  startAvailability: call({
    ...quietOfficeCall,
    method: "POST",
    path: "/admin/availability-runs",
    permission: "updateOnlineStatus",
    answers: z.strictObject({
      details: z.strictObject({ stats: z.strictObject({ usersSetOnline: z.int(), eligibleUsers: z.int() }) }),
    }),
    errors: ["ONLINE_UPDATE_TOO_SOON", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Runs the online-status job now: some of those who offered it are shown as available for a while. At most once in half an hour; it is in the audit log.",
  }),
  lastAvailability: call({
    ...quietOfficeCall,
    method: "GET",
    path: "/admin/availability-runs/last",
    permission: "viewDashboard",
    answers: z.strictObject({
      run: z
        .strictObject({
          startedAt: instant(),
          eligible: z.int(),
          /** How many members are shown as available for half an hour, and for ten minutes. */
          longCount: z.int(),
          shortCount: z.int(),
          /** Whether the run was scheduled; otherwise staff started it. */
          isScheduled: z.boolean(),
        })
        .nullable(),
    }),
    summary: "The latest run of the online-status job; null before the first.",
  }),
};
