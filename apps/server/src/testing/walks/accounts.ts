import { uuidv7 } from "../../platform/ids.ts";
import { makeToken } from "../../platform/tokens.ts";
import { newEmail, PASSWORD } from "../people.ts";
import { type Entry, outcomeOf, readOutcome } from "../walk.ts";

const NEW = { password: "outra senha de teste", passwordConfirmation: "outra senha de teste" };
const ELSEWHERE = { origin: "https://elsewhere.example" };
const fine = { status: 200, code: undefined };

const post = (path: string): Pick<Entry, "rubbish"> => ({
  rubbish: async ({ raw }) => readOutcome(await raw(path, { method: "POST", body: "{" })),
});

export const walkAccounts = ({ email }: { email: string }): Record<string, Entry> => ({
  ...walkLinks(email),
  "accounts.changeEmail": {
    attempt: async ({ api }) =>
      outcomeOf(await api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email: newEmail() } })),
    allowed: fine,
    ...post("/api/account/email"),
    refused: async ({ api }) =>
      outcomeOf(await api.accounts.changeEmail({ body: { currentPassword: PASSWORD, email } })),
    refusal: "AUTH_USER_EXISTS",
  },
  "accounts.changePassword": {
    attempt: async ({ api }) =>
      outcomeOf(await api.accounts.changePassword({ body: { currentPassword: PASSWORD, ...NEW } })),
    allowed: fine,
    ...post("/api/account/password"),
    refused: async ({ api }) =>
      outcomeOf(await api.accounts.changePassword({ body: { currentPassword: "nunca foi esta", ...NEW } })),
    refusal: "VALIDATION_ERROR",
  },
  "accounts.devices": {
    attempt: async ({ api }) => outcomeOf(await api.accounts.devices()),
    allowed: fine,
    rubbish: async ({ raw }) => readOutcome(await raw("/api/account/devices?x=1")),
    refused: async ({ raw }) => readOutcome(await raw("/api/account/devices?memberId=1")),
    refusal: "VALIDATION_ERROR",
  },
  "accounts.endDevice": {
    attempt: async ({ api }) => outcomeOf(await api.accounts.endDevice({ params: { id: uuidv7(new Date()) } })),
    // The way in was open; there was no such device.
    allowed: { status: 404, code: "NOT_FOUND" },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/account/devices/x", { method: "DELETE" })),
    refused: async ({ raw }) => {
      const path = `/api/account/devices/${uuidv7(new Date())}`;
      return readOutcome(await raw(path, { method: "DELETE", headers: ELSEWHERE }));
    },
    refusal: "PERMISSION_DENIED",
  },
  "accounts.deactivate": {
    attempt: async ({ api }) => outcomeOf(await api.accounts.deactivate()),
    allowed: fine,
    forTeam: { status: 403, code: "PERMISSION_DENIED" },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/account/deactivation?x=1", { method: "POST" })),
    refused: async ({ raw }) =>
      readOutcome(await raw("/api/account/deactivation", { method: "POST", headers: ELSEWHERE })),
    refusal: "PERMISSION_DENIED",
  },
});

/** What needs no session but a mailed link. The way in is open to all; the links of this walk are nobody's. */
function walkLinks(email: string): Record<string, Entry> {
  const dead = { status: 410, code: "RESET_LINK_INVALID" as const };
  const unconfirmed = { status: 410, code: "CONFIRMATION_LINK_INVALID" as const };
  return {
    "accounts.requestRecovery": {
      attempt: async ({ api }) => outcomeOf(await api.accounts.requestRecovery({ body: { email: newEmail() } })),
      allowed: fine,
      ...post("/api/recovery"),
      refused: async ({ api }) => {
        for (const _ of [1, 2, 3]) await api.accounts.requestRecovery({ body: { email } });
        return outcomeOf(await api.accounts.requestRecovery({ body: { email } }));
      },
      refusal: "RATE_LIMIT_EXCEEDED",
    },
    "accounts.checkRecovery": {
      attempt: async ({ api }) => outcomeOf(await api.accounts.checkRecovery({ body: { token: makeToken() } })),
      allowed: dead,
      ...post("/api/recovery/check"),
      refused: async ({ api }) => outcomeOf(await api.accounts.checkRecovery({ body: { token: makeToken() } })),
      refusal: "RESET_LINK_INVALID",
    },
    "accounts.resetPassword": {
      attempt: async ({ api }) => outcomeOf(await api.accounts.resetPassword({ body: { token: makeToken(), ...NEW } })),
      allowed: dead,
      ...post("/api/recovery/password"),
      refused: async ({ api }) => outcomeOf(await api.accounts.resetPassword({ body: { token: makeToken(), ...NEW } })),
      refusal: "RESET_LINK_INVALID",
    },
    "accounts.confirmEmail": {
      attempt: async ({ api }) => outcomeOf(await api.accounts.confirmEmail({ body: { token: makeToken() } })),
      allowed: unconfirmed,
      ...post("/api/confirmations"),
      refused: async ({ api }) => outcomeOf(await api.accounts.confirmEmail({ body: { token: makeToken() } })),
      refusal: "CONFIRMATION_LINK_INVALID",
    },
    "accounts.resendConfirmation": {
      attempt: async ({ api }) => outcomeOf(await api.accounts.resendConfirmation({ body: { email: newEmail() } })),
      allowed: fine,
      ...post("/api/confirmations/mails"),
      refused: async ({ api }) => {
        for (const _ of [1, 2, 3]) await api.accounts.resendConfirmation({ body: { email } });
        return outcomeOf(await api.accounts.resendConfirmation({ body: { email } }));
      },
      refusal: "RATE_LIMIT_EXCEEDED",
    },
  };
}
