import { uuidv7 } from "../../platform/ids.ts";
import { type Entry, outcomeOf, readOutcome } from "../walk.ts";

export const walkMail = (): Record<string, Entry> => ({
  "mail.list": {
    attempt: async ({ api }) => outcomeOf(await api.mail.list()),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/admin/mails?x=1")),
    refused: async ({ raw }) => readOutcome(await raw("/api/admin/mails?memberId=1")),
    refusal: "VALIDATION_ERROR",
  },
  "mail.read": {
    attempt: async ({ api }) => outcomeOf(await api.mail.read({ params: { id: uuidv7(new Date()) } })),
    // The way in was open; there was no such mail.
    allowed: { status: 404, code: "NOT_FOUND" },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/admin/mails/x")),
    refused: async ({ api }) => outcomeOf(await api.mail.read({ params: { id: uuidv7(new Date()) } })),
    refusal: "NOT_FOUND",
  },
});
