import { uuidv7 } from "../../platform/ids.ts";
import { type Entry, outcomeOf, readOutcome } from "../walk.ts";

// Well-formed, and of no push service that is known.
const endpoint = "https://push.example/x";
const keys = { p256dh: "A".repeat(87), auth: "A".repeat(22) };
const headers = { "content-type": "application/json" };

export const walkNotifications = (): Record<string, Entry> => ({
  "notifications.list": {
    attempt: async ({ api }) => outcomeOf(await api.notifications.list()),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/notifications?x=1")),
    refused: async ({ raw }) => readOutcome(await raw("/api/notifications?memberId=1")),
    refusal: "VALIDATION_ERROR",
  },
  "notifications.dismiss": {
    attempt: async ({ api }) => outcomeOf(await api.notifications.dismiss({ params: { id: uuidv7(new Date()) } })),
    // The way in was open; there was no such notification.
    allowed: { status: 404, code: "NOT_FOUND" },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/notifications/x", { method: "DELETE" })),
    refused: async ({ api }) => outcomeOf(await api.notifications.dismiss({ params: { id: uuidv7(new Date()) } })),
    refusal: "NOT_FOUND",
  },
  "notifications.dismissAll": {
    attempt: async ({ api }) => outcomeOf(await api.notifications.dismissAll()),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/notifications?x=1", { method: "DELETE" })),
    refused: async ({ raw }) => {
      const elsewhere = { origin: "https://elsewhere.example" };
      return readOutcome(await raw("/api/notifications", { method: "DELETE", headers: elsewhere }));
    },
    refusal: "PERMISSION_DENIED",
  },
  "notifications.pushKey": {
    attempt: async ({ api }) => outcomeOf(await api.notifications.pushKey()),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/push/key?x=1")),
    refused: async ({ raw }) => readOutcome(await raw("/api/push/key?memberId=1")),
    refusal: "VALIDATION_ERROR",
  },
  "notifications.subscribe": {
    attempt: async ({ api }) => outcomeOf(await api.notifications.subscribe({ body: { endpoint, keys } })),
    // The way in was open; the service was not known.
    allowed: { status: 422, code: "PUSH_SERVICE_UNKNOWN" },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/push/subscription", { method: "PUT", body: "{", headers })),
    refused: async ({ api }) => outcomeOf(await api.notifications.subscribe({ body: { endpoint, keys } })),
    refusal: "PUSH_SERVICE_UNKNOWN",
  },
  "notifications.unsubscribe": {
    attempt: async ({ api }) => outcomeOf(await api.notifications.unsubscribe({ body: { endpoint } })),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) =>
      readOutcome(await raw("/api/push/subscription", { method: "DELETE", body: "{", headers })),
    refused: async ({ raw }) => {
      const body = JSON.stringify({ endpoint: "file:///etc/passwd" });
      return readOutcome(await raw("/api/push/subscription", { method: "DELETE", body, headers }));
    },
    refusal: "VALIDATION_ERROR",
  },
  "settings.read": {
    attempt: async ({ api }) => outcomeOf(await api.settings.read()),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/settings?x=1")),
    refused: async ({ raw }) => readOutcome(await raw("/api/settings?memberId=1")),
    refusal: "VALIDATION_ERROR",
  },
  "settings.change": {
    attempt: async ({ api }) => outcomeOf(await api.settings.change({ body: { hasSound: false } })),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/settings", { method: "PUT", body: "{", headers })),
    refused: async ({ api }) => outcomeOf(await api.settings.change({ body: { isInvisible: true } })),
    refusal: "PREMIUM_ONLY",
  },
});
