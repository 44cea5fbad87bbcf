import * as z from "zod";
import { call } from "../call/call.ts";
import { ownChangeCall, quietMemberCall } from "../call/common-calls.ts";
import { bySession } from "../call/limit-policy.ts";
import { MAIL_FREQUENCIES, memberSettings, type SessionSettingName, type SettingName } from "./member-settings.ts";

const schemas = { switch: z.boolean(), frequency: z.enum(MAIL_FREQUENCIES) };
type Schemas = { [N in SettingName]: (typeof schemas)[(typeof memberSettings)[N]["kind"]] };

const shape = Object.fromEntries(
  Object.entries(memberSettings).map(([name, { kind }]) => [name, schemas[kind]]),
  // The cast is safe, because each setting of the table gets the schema of its kind.
) as Schemas;
const Settings = z.strictObject(shape);
export type Settings = z.infer<typeof Settings>;

const inSession = Object.entries(memberSettings).filter(([, setting]) => "isInSession" in setting);
/** The settings that every screen needs. */
export const Preferences = z.strictObject(
  // The cast is safe, because the filter and the type select the same settings.
  Object.fromEntries(inSession.map(([name]) => [name, z.boolean()])) as Record<SessionSettingName, z.ZodBoolean>,
);

export const memberSettingCalls = {
  read: call({
    ...quietMemberCall,
    method: "GET",
    path: "/settings",
    isOpenBeforeAge: true,
    offline: "answer",
    answers: Settings,
    summary: "The caller's settings.",
  }),
  change: call({
    ...ownChangeCall,
    method: "PUT",
    path: "/settings",
    isRare: true,
    limit: bySession("settings"),
    names: "nothing",
    body: Settings.partial().strict(),
    answers: Settings,
    errors: ["PREMIUM_ONLY", "RATE_LIMIT_EXCEEDED"],
    summary: "Changes the settings that are named; the invisible mode can be switched on with premium only.",
  }),
};
