import * as z from "zod";
import { call, instant, wireInt } from "../call/call.ts";
import { quietOfficeCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import { protecting } from "../call/limit-policy.ts";
import { type RateLimitName, rateLimits } from "../call/rate-limits.ts";
import { lineText, tidyLine } from "../call/text.ts";
import { SETTING_CHANGES_PAGE } from "../limits.ts";
import {
  MAIL_KINDS,
  MAIL_LABEL_MAX,
  MAIL_PARAGRAPH_MAX,
  MAIL_PARAGRAPHS_MAX,
  MAIL_SUBJECT_MAX,
} from "../mail/texts.ts";
import { BRAND_NAMES, PROFILES_NAMES, SWITCH_NAMES } from "./site-settings.ts";

const LIMIT_NAMES = Object.keys(rateLimits) as RateLimitName[]; // The record has no other keys.
const prefixed = <P extends string, N extends string>(prefix: P, names: readonly N[]) =>
  names.map((name) => `${prefix}:${name}` as const);

/** Every site setting, as group and name: "brand:name", "limit:recovery", "mail:receipt". */
export const SETTING_NAMES = [
  ...prefixed("brand", BRAND_NAMES),
  ...prefixed("limit", LIMIT_NAMES),
  ...prefixed("profiles", PROFILES_NAMES),
  ...prefixed("switch", SWITCH_NAMES),
  ...prefixed("mail", MAIL_KINDS),
] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

const mailLine = (max: number) =>
  lineText(max, { required: fieldTexts.mailTextRequired, tooLong: fieldTexts.mailTextTooLong });

export const MailWords = z.strictObject({
  subject: mailLine(MAIL_SUBJECT_MAX),
  paragraphs: z.array(mailLine(MAIL_PARAGRAPH_MAX)).min(1).max(MAIL_PARAGRAPHS_MAX),
  label: mailLine(MAIL_LABEL_MAX).nullable(),
  footnote: mailLine(MAIL_PARAGRAPH_MAX),
});

/**
 * The source of the value in force: our default, a value saved at /admin/configuracoes, or the environment, which takes
 * precedence.
 */
const source = z.enum(["preset", "saved", "environment"]);
/** The environment variable of a setting; null without one. */
const variable = z.string().nullable();
const textSetting = z.strictObject({
  /** The name, as in SETTING_NAMES. */
  name: z.string(),
  value: z.string(),
  /** The value in force without a saved one. */
  preset: z.string(),
  source,
  variable,
});

// These calls are counted separately, so that other office calls cannot prevent an owner from correcting a limit.
const limit = protecting("staffCalls", { apart: "settings" });
const settingsCall = { ...quietOfficeCall, permission: "changeSettings", limit } as const;
const number = wireInt(1, 2_147_483_647);

export const operator = {
  read: call({
    ...settingsCall,
    method: "GET",
    path: "/admin/settings",
    answers: z.strictObject({
      brand: z.array(textSetting),
      /** A rate limit is written as "attempts/seconds"; the daily number of profiles is a plain number. */
      limits: z.array(textSetting),
      switches: z.array(z.strictObject({ name: z.string(), isOn: z.boolean(), preset: z.boolean(), source, variable })),
      mails: z.array(
        z.strictObject({
          name: z.string(),
          subject: z.string(),
          paragraphs: z.array(z.string()),
          label: z.string().nullable(),
          footnote: z.string(),
          source,
        }),
      ),
    }),
    summary: "Every site setting: its value in force, where it comes from, and what it would be without.",
  }),
  change: call({
    ...settingsCall,
    method: "PUT",
    path: "/admin/settings",
    body: z.strictObject({
      changes: z
        .array(
          z.strictObject({
            name: z.enum(SETTING_NAMES),
            /** The new value; null removes the saved one. */
            value: z.union([z.string().max(400).overwrite(tidyLine), z.boolean(), MailWords]).nullable(),
          }),
        )
        .min(1)
        .max(SETTING_NAMES.length),
    }),
    answers: z.strictObject({ changed: z.int() }),
    errors: ["SETTING_FIXED", "RATE_LIMIT_EXCEEDED"],
    summary: "Saves settings, in force at once; each change is in the history and in the audit log.",
  }),
  history: call({
    ...settingsCall,
    method: "GET",
    path: "/admin/settings/changes",
    query: z.strictObject({ before: number.optional() }),
    answers: z.strictObject({
      changes: z.array(
        z.strictObject({
          number: z.int(),
          name: z.string(),
          /** The earlier value in readable form; null if none was saved. */
          from: z.string().nullable(),
          to: z.string().nullable(),
          /** The author of the change; null for a command on the server. */
          by: z.string().nullable(),
          at: instant(),
          /** The number of the change undone by this one. */
          undoes: z.int().nullable(),
          /** Whether the setting has not changed since. */
          isLatest: z.boolean(),
        }),
      ),
      next: z.int().nullable(),
    }),
    summary: `What was changed, by whom and when, the latest first, ${SETTING_CHANGES_PAGE} a page.`,
  }),
  undo: call({
    ...settingsCall,
    method: "POST",
    path: "/admin/settings/changes/:number/undo",
    params: z.strictObject({ number }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "SETTING_CHANGED", "SETTING_FIXED", "SETTING_REFUSED", "RATE_LIMIT_EXCEEDED"],
    summary: "Takes back the latest change of a setting; this is a change too.",
  }),
  testMail: call({
    ...settingsCall,
    method: "POST",
    path: "/admin/settings/test-mail",
    body: z.strictObject({ kind: z.enum(MAIL_KINDS), text: MailWords }),
    answers: z.strictObject({
      to: z.string(),
      /** False without a mail server; then the mail is only stored, at /admin/emails. */
      isSending: z.boolean(),
    }),
    summary: "Mails these words, filled with the examples, to the caller's own address.",
  }),
  providers: call({
    ...settingsCall,
    method: "GET",
    path: "/admin/settings/providers",
    answers: z.strictObject({
      isProduction: z.boolean(),
      address: z.string(),
      mail: z.strictObject({
        isSending: z.boolean(),
        /** The mail server, without user and password. */
        server: z.string().nullable(),
        from: z.string(),
        /** When a stored mail last failed permanently. */
        lastFailedAt: instant().nullable(),
      }),
      /** The payment providers, the preferred one first. */
      payments: z.array(
        z.strictObject({
          name: z.string(),
          isLive: z.boolean(),
          methods: z.array(z.enum(["pix", "card"])),
          lastWebhookAt: instant().nullable(),
        }),
      ),
      push: z.strictObject({ isOn: z.boolean(), services: z.array(z.string()) }),
      safety: z.strictObject({
        /** What members may do only once their age is assured. */
        ageAssurance: z.enum(["off", "messaging", "entry"]),
        requiresFactor: z.boolean(),
      }),
      database: z.strictObject({ isEmbedded: z.boolean(), version: z.string() }),
    }),
    summary: "What this installation is connected to, as far as it is known without asking anybody; no secret.",
  }),
};
