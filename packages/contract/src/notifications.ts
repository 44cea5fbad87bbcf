import * as z from "zod";
import { call, id, instant } from "./call.ts";
import { NOTIFICATIONS_MAX } from "./limits.ts";

/** What the bell tells of; `message` never stands there. */
const NotificationType = z.enum(["profile_view", "favorite", "match"]);

export const Notification = z.strictObject({
  id: z.uuid(),
  type: NotificationType,
  actor: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    /** 320 px; null without a photo. */
    photoUrl: z.string().nullable(),
  }),
  at: instant(),
});
export type Notification = z.infer<typeof Notification>;

/** How many wait, up to 100. */
const Unread = z.strictObject({ unread: z.int() });

/**
 * Where a push service takes messages for one browser, as `PushSubscription.toJSON()` gives it: what else an address may
 * hold is escaped in it. The known services say which scheme.
 */
const endpoint = z
  .url({ protocol: /^https?$/ })
  .max(1_000)
  .regex(/^[!-~]+$/);

export const notifications = {
  list: call({
    method: "GET",
    path: "/notifications",
    access: "member",
    answers: z.strictObject({ notifications: z.array(Notification), ...Unread.shape }),
    errors: [],
    summary: `The caller's latest ${NOTIFICATIONS_MAX} notifications that wait, without messages, blocked and inactive members.`,
  }),
  dismiss: call({
    method: "DELETE",
    path: "/notifications/:id",
    access: "member",
    params: z.strictObject({ id: id() }),
    answers: Unread,
    errors: ["NOT_FOUND"],
    summary: "One of the caller's notifications is read and gone; doing it again changes nothing.",
  }),
  dismissAll: call({
    method: "DELETE",
    path: "/notifications",
    access: "member",
    answers: Unread,
    errors: [],
    summary: "All of the caller's notifications are read and gone.",
  }),
  pushKey: call({
    method: "GET",
    path: "/push/key",
    access: "member",
    answers: z.strictObject({
      /** The VAPID public key, base64url. */
      key: z.string(),
    }),
    errors: [],
    summary: "The key with which a browser asks its push service for a subscription.",
  }),
  subscribe: call({
    method: "PUT",
    path: "/push/subscription",
    access: "member",
    body: z.strictObject({
      endpoint,
      keys: z.strictObject({
        p256dh: z.string().regex(/^[\w-]{87}=?$/),
        auth: z.string().regex(/^[\w-]{22}(==)?$/),
      }),
    }),
    answers: z.strictObject({}),
    errors: ["PUSH_SERVICE_UNKNOWN"],
    summary: "Push messages go to this browser as long as its session lasts; only known push services are used.",
  }),
  unsubscribe: call({
    method: "DELETE",
    path: "/push/subscription",
    access: "member",
    body: z.strictObject({ endpoint }),
    answers: z.strictObject({}),
    errors: [],
    summary: "No push messages go to this browser any more.",
  }),
};
