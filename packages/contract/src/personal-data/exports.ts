import * as z from "zod";
import { call, id, instant } from "../call/call.ts";
import { quietMemberCall } from "../call/common-calls.ts";
import { ordinary, perMember } from "../call/limit-policy.ts";
import { only } from "../call/names.ts";

/** The copy of all data that the site stores about the caller. */
const OwnExport = z.strictObject({
  id: z.uuid(),
  state: z.enum(["waiting", "ready", "failed"]),
  /** The progress from 0 to 100. */
  percent: z.int().min(0).max(100),
  requestedAt: instant(),
  /** When the file is removed. */
  expiresAt: instant(),
  /** The size of the file; null until it is ready. */
  bytes: z.int().nullable(),
});

const ofOwnAccount = { ...quietMemberCall, isOpenBeforeAge: true, isOpenWhileErasing: true, isRare: true } as const;

const Answer = z.strictObject({
  export: OwnExport.nullable(),
  /** When the caller may request the next one; null: now. */
  nextAt: instant().nullable(),
  /** When a caller with a recently added sign-in method may download it. Absent otherwise, and in the last release. */
  delayedUntil: instant().optional(),
});

/** The export of the caller's own data: one per day, made by a job. */
export const personalExports = {
  find: call({
    ...ofOwnAccount,
    method: "GET",
    path: "/account/export",
    answers: Answer,
    summary: "How the caller's latest export stands.",
  }),
  request: call({
    ...ofOwnAccount,
    method: "POST",
    path: "/account/export",
    answers: Answer,
    errors: ["EXPORT_WAITING", "EXPORT_TOO_SOON", "FRESH_FACTOR_REQUIRED", "RATE_LIMIT_EXCEEDED"],
    summary: "Asks for an export of everything that is kept about the caller; a mail says when it is ready.",
  }),
  download: call({
    ...ofOwnAccount,
    kind: "stream",
    method: "GET",
    path: "/account/exports/:id",
    limit: [...ordinary, perMember("exportBytes", { counts: "kilobytes" })],
    names: { thing: "export", verdicts: only("own", "NOT_FOUND") },
    params: z.strictObject({ id: id() }),
    answers: z.null(),
    errors: ["NOT_FOUND", "EXPORT_DELAYED", "FRESH_FACTOR_REQUIRED", "RATE_LIMIT_EXCEEDED"],
    summary: "The bytes of the caller's export, as ZIP.",
  }),
};
