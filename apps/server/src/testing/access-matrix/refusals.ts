import { randomUUID } from "node:crypto";
import type { ErrorCode } from "@caramelo/contract/call/errors";
import { newEmail, PASSWORD, sampleAbout, signUpForm } from "../people.ts";
import type { World } from "../world.ts";
import { type Outcome, outcomeOf, readOutcome } from "./outcome.ts";
import { JSON_TYPE } from "./sample-input.ts";

type Browser = ReturnType<World["browser"]>;
type Refusal = { code: ErrorCode; attempt: (browser: Browser) => Promise<Outcome> };

const NEW = { password: "outra senha de teste", passwordConfirmation: "outra senha de teste" };
const keys = { p256dh: "A".repeat(87), auth: "A".repeat(22) };
const profile = { name: "Ana", age: 30, ...sampleAbout };

/** For some calls, by name: an attempt that their own rules refuse. `takenEmail` is an address that has an account. */
export const listRefusals = (takenEmail: string, photoLink: string): Record<string, Refusal> => ({
  "accounts.signUp": {
    code: "PHOTOS_TOO_FEW",
    attempt: async ({ api }) => outcomeOf(await api.accounts.signUp({ body: signUpForm(), photos: [] })),
  },
  "accounts.signIn": {
    code: "AUTH_INVALID_CREDENTIALS",
    attempt: async ({ api }) =>
      outcomeOf(await api.accounts.signIn({ body: { email: newEmail(), password: PASSWORD, remember: false } })),
  },
  "accounts.changeEmail": {
    code: "AUTH_USER_EXISTS",
    attempt: async ({ api }) =>
      outcomeOf(await api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email: takenEmail } })),
  },
  "accounts.changePassword": {
    code: "VALIDATION_ERROR",
    attempt: async ({ api }) =>
      outcomeOf(await api.accounts.changePassword({ body: { currentPassword: "nunca foi esta", ...NEW } })),
  },
  "accounts.requestRecovery": {
    code: "RATE_LIMIT_EXCEEDED",
    attempt: async ({ api }) => {
      for (const _ of [1, 2, 3]) await api.accounts.requestRecovery({ body: { email: takenEmail } });
      return outcomeOf(await api.accounts.requestRecovery({ body: { email: takenEmail } }));
    },
  },
  "accounts.resendConfirmation": {
    code: "RATE_LIMIT_EXCEEDED",
    attempt: async ({ api }) => {
      for (const _ of [1, 2, 3]) await api.accounts.resendConfirmation({ body: { email: takenEmail } });
      return outcomeOf(await api.accounts.resendConfirmation({ body: { email: takenEmail } }));
    },
  },
  "cities.search": { code: "VALIDATION_ERROR", attempt: async ({ raw }) => readOutcome(await raw("/api/cities?q=s")) },
  "discovery.list": {
    code: "VALIDATION_ERROR",
    attempt: async ({ raw }) => readOutcome(await raw("/api/discovery?seed=1&ageMin=40&ageMax=30")),
  },
  "discovery.count": {
    code: "VALIDATION_ERROR",
    attempt: async ({ raw }) => readOutcome(await raw("/api/discovery/count?cityId=1")),
  },
  "discovery.saveFilter": {
    code: "VALIDATION_ERROR",
    attempt: async ({ api }) => outcomeOf(await api.discovery.saveFilter({ body: { ageMin: 40, ageMax: 40 } })),
  },
  "notifications.subscribe": {
    code: "PUSH_SERVICE_UNKNOWN",
    attempt: async ({ api }) =>
      outcomeOf(await api.notifications.subscribe({ body: { endpoint: "https://push.example/x", keys } })),
  },
  "notifications.unsubscribe": {
    code: "VALIDATION_ERROR",
    attempt: async ({ raw }) => {
      const body = JSON.stringify({ endpoint: "file:///etc/passwd" });
      return readOutcome(await raw("/api/push/subscription", { method: "DELETE", body, headers: JSON_TYPE }));
    },
  },
  "photos.add": {
    code: "VALIDATION_ERROR",
    attempt: async ({ api }) => outcomeOf(await api.photos.add({ body: {}, photos: [] })),
  },
  "photos.arrange": {
    code: "PHOTOS_CHANGED",
    attempt: async ({ api }) => outcomeOf(await api.photos.arrange({ body: { ids: [randomUUID()] } })),
  },
  "photos.read": {
    code: "NOT_FOUND",
    attempt: async ({ raw }) => readOutcome(await raw(photoLink.replace(/s=.{22}/, `s=${"A".repeat(22)}`))),
  },
  "presence.list": { code: "VALIDATION_ERROR", attempt: async ({ raw }) => readOutcome(await raw("/api/presence")) },
  "profiles.change": {
    code: "VALIDATION_ERROR",
    attempt: async ({ api }) => outcomeOf(await api.profiles.change({ body: { ...profile, cityId: 1 } })),
  },
  "memberSettings.change": {
    code: "PREMIUM_ONLY",
    attempt: async ({ api }) => outcomeOf(await api.memberSettings.change({ body: { isInvisible: true } })),
  },
});
