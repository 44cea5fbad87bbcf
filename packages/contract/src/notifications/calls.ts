import * as z from "zod";
import { call, id, instant, visibleId } from "../call/call.ts";
import { quietMemberCall } from "../call/common-calls.ts";
import { perMember } from "../call/limit-policy.ts";
import { all, only } from "../call/names.ts";
import { NOTIFICATIONS_MAX } from "../limits.ts";
import { BELL_TYPES } from "./types.ts";

/** A row of the bell: a person with all their undismissed notifications, or one type of staff notices. */
export const Notification = z.strictObject({
  /** The latest notification of the row; dismissing it dismisses the row. */
  id: z.uuid(),
  /** The most important of `types`. */
  type: z.enum(BELL_TYPES),
  /** Absent in answers of the last release, whose rows have one type; the browser may have stored such an answer. */
  types: z.array(z.enum(BELL_TYPES)).optional(),
  actor: z.strictObject({
    id: visibleId(),
    name: z.string(),
    /** The link to the small size of the photo; null without a photo. */
    photoUrl: z.string().nullable(),
  }),
  /** The number of staff notices in the row; absent in rows of people, and wherever `types` may be absent. */
  notices: z.int().optional(),
  /** The time of the latest of them. */
  at: instant(),
});
export type Notification = z.infer<typeof Notification>;

/** The number of unread rows, up to 100. */
const Unread = z.strictObject({ unread: z.int() });

/**
 * The address at which a push service receives messages for one browser, as given by `PushSubscription.toJSON()`, with
 * unusual characters escaped. The schema also admits http; the list of known push services decides.
 */
const endpoint = z
  .string()
  .max(1_000, { abort: true })
  // Checked before the URL is parsed: converting a host with foreign letters to ASCII takes quadratic time.
  .regex(/^[!-~]+$/, { abort: true })
  .check(z.url({ protocol: /^https?$/ }));

export const notifications = {
  list: call({
    ...quietMemberCall,
    method: "GET",
    path: "/notifications",
    offline: "answer",
    answers: z.strictObject({ notifications: z.array(Notification), ...Unread.shape }),
    summary: `The caller's latest ${NOTIFICATIONS_MAX} people and notices that wait, each with all that happened, without messages, blocked and inactive members.`,
  }),
  dismiss: call({
    ...quietMemberCall,
    method: "DELETE",
    path: "/notifications/:id",
    changes: { events: ["notifications"] },
    names: { thing: "notification", verdicts: only("own", "NOT_FOUND"), staff: { own: "NOT_FOUND" }, isUsedUp: true },
    params: z.strictObject({ id: id() }),
    answers: Unread,
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary:
      "One of the caller's notifications is read and gone, with the earlier ones of the same person; doing it again changes nothing.",
  }),
  dismissAll: call({
    ...quietMemberCall,
    method: "DELETE",
    path: "/notifications",
    isRare: true,
    changes: { events: ["notifications"] },
    answers: Unread,
    summary: "All of the caller's notifications are read and gone.",
  }),
  pushKey: call({
    ...quietMemberCall,
    method: "GET",
    path: "/push/key",
    isRare: true,
    isOpenBeforeAge: true,
    answers: z.strictObject({
      /** The VAPID public key, base64url. */
      key: z.string(),
    }),
    summary: "The key with which a browser asks its push service for a subscription.",
  }),
  subscribe: call({
    ...quietMemberCall,
    method: "PUT",
    path: "/push/subscription",
    isRare: true,
    isOpenBeforeAge: true,
    limit: perMember("push"),
    names: {
      thing: "push endpoint",
      // Only that browser knows its endpoint, so the sender is using it now.
      verdicts: all("ok"),
      isUsedUp: true,
    },
    body: z.strictObject({
      endpoint,
      keys: z.strictObject({
        p256dh: z
          .string()
          .max(88)
          .regex(/^[\w-]{87}=?$/),
        auth: z
          .string()
          .max(24)
          .regex(/^[\w-]{22}(==)?$/),
      }),
    }),
    answers: z.strictObject({}),
    errors: ["PUSH_SERVICE_UNKNOWN", "RATE_LIMIT_EXCEEDED"],
    summary: "Push messages go to this browser as long as its session lasts; only known push services are used.",
  }),
  unsubscribe: call({
    ...quietMemberCall,
    method: "DELETE",
    path: "/push/subscription",
    isRare: true,
    isOpenBeforeAge: true,
    names: { thing: "push endpoint", verdicts: all("nothing") },
    body: z.strictObject({ endpoint }),
    answers: z.strictObject({}),
    summary: "No push messages go to this browser any more.",
  }),
};
