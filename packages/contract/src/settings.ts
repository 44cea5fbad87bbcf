import * as z from "zod";
import { call } from "./call.ts";

/** When a mail tells of something: never, each time (at most one an hour), or once a day. */
export const MailFrequency = z.enum(["never", "each", "daily"]);
export type MailFrequency = z.infer<typeof MailFrequency>;

const Settings = z.strictObject({
  hasPopUps: z.boolean(),
  hasSound: z.boolean(),
  mailMessages: MailFrequency,
  /** Favourites and matches. */
  mailFavorites: MailFrequency,
  mailVisits: MailFrequency,
  /** Of browsers that subscribed. */
  hasPushMessages: z.boolean(),
  hasPushNews: z.boolean(),
  /** Push messages and mails name people; without it they only say that something is new. */
  hasNamesOutside: z.boolean(),
  isPresenceHidden: z.boolean(),
  /** Visits leave no trace; counts only while premium. */
  isInvisible: z.boolean(),
  offersAvailability: z.boolean(),
  hasDiscreetTitles: z.boolean(),
});
export type Settings = z.infer<typeof Settings>;

export const settings = {
  read: call({
    method: "GET",
    path: "/settings",
    access: "member",
    answers: Settings,
    errors: [],
    summary: "The caller's settings.",
  }),
  change: call({
    method: "PUT",
    path: "/settings",
    access: "member",
    body: Settings.partial().strict(),
    answers: Settings,
    errors: ["PREMIUM_ONLY"],
    summary: "Changes the settings that are named; the invisible mode can be switched on with premium only.",
  }),
};
