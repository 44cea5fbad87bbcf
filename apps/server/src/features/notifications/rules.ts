import type { VisibleId } from "@caramelo/contract/call/call";
import { countWords } from "@caramelo/contract/formats/counts";
import { footnoteUrlOf } from "@caramelo/contract/mail/texts";
import type { Settings } from "@caramelo/contract/member-settings/calls";
import type { MailFrequency } from "@caramelo/contract/member-settings/member-settings";
import {
  BELL_TYPES,
  type BellType,
  NOTIFICATION_TYPES,
  type NotificationType,
  namelessActor,
  notificationTypes,
} from "@caramelo/contract/notifications/types";
import { discreetPush } from "@caramelo/contract/texts/push";
import { writeMail } from "../../base/mail/text-rules.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// Less than a day, because the daily mail is not sent at exactly the same time; but enough that a retry sends no second
// mail on the same day.
const DAILY_GAP_MS = 20 * HOUR_MS;

type PushSettings = Pick<Settings, (typeof notificationTypes)[NotificationType]["pushSetting"]>;
type MailSettings = Pick<Settings, (typeof notificationTypes)[NotificationType]["mailSetting"]>;

export function wantsPush(settings: PushSettings, type: NotificationType): boolean {
  return settings[notificationTypes[type].pushSetting];
}

export function mailFrequency(settings: MailSettings, type: NotificationType): MailFrequency {
  return settings[notificationTypes[type].mailSetting];
}

/** The types of notifications for which a member chose mails at this frequency. */
export function typesMailed(settings: MailSettings, frequency: MailFrequency): NotificationType[] {
  return NOTIFICATION_TYPES.filter(
    (type) => !notificationTypes[type].hasOwnMail && mailFrequency(settings, type) === frequency,
  );
}

/** Whether a notification is recent enough for a push message. */
export function isRecent(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() <= DAY_MS;
}

/** The earliest time of the next mail to a member: an hour, or about a day, after the last one. */
export function nextMailAt(last: Date | null, frequency: "each" | "daily", now: Date): Date {
  const gap = frequency === "each" ? HOUR_MS : DAILY_GAP_MS;
  return last === null ? now : new Date(Math.max(now.getTime(), last.getTime() + gap));
}

/**
 * A mail contains notifications from this time on, so that it repeats nothing of the last mail. The daily mail looks
 * back two days, because it is not sent at the same second each day, and not at all on a day when the product was
 * stopped.
 */
export function mailSince(last: Date | null, frequency: "each" | "daily", now: Date): Date {
  if (last === null) return new Date(now.getTime() - DAY_MS);
  const reach = frequency === "each" ? DAY_MS : 2 * DAY_MS;
  return new Date(Math.max(now.getTime() - reach, last.getTime()));
}

/** The types of a row of the bell by importance, and the most important one. A row has at least one type. */
export function rankTypes(types: readonly BellType[]): { type: BellType; types: BellType[] } {
  const [type, ...others] = BELL_TYPES.filter((bellType) => types.includes(bellType));
  if (type === undefined) throw new Error("A row of the bell has no type");
  return { type, types: [type, ...others] };
}

type Recipient = { email: string; isActive: boolean; isManaged: boolean };

/**
 * Whether a member can get mails. Addresses under `.invalid` reach nobody. A member who has yet to confirm their
 * address is not active.
 */
export function isMailable({ email, isActive, isManaged }: Recipient): boolean {
  return isActive && !isManaged && !email.endsWith(".invalid");
}

/** The push message that a browser shows; it replaces the one with the same tag. */
export type PushPayload = { title: string; body: string; url: string; tag: string };
type PushedNotification = { type: NotificationType; actorId: VisibleId; actorName: string };

/**
 * The payload of a push message. Others may see the screen of a device, so the payload never contains the name of the
 * product or the text of a message, and names a person only if the member asked for names.
 */
export function pushPayload({ type, actorId, actorName }: PushedNotification, hasNames: boolean): PushPayload {
  return {
    title: discreetPush.title,
    body: hasNames ? sentence(actorName, type) : discreetPush.body,
    url: notificationTypes[type].path(actorId),
    tag: `${type}-${actorId}`,
  };
}

function sentence(name: string, type: NotificationType): string {
  return `${safeName(name)} ${notificationTypes[type].text}`;
}

// Mail programs turn text like this into links, so a member could use their name to send others an address by our
// mails.
const LIKE_AN_ADDRESS = /[/@:]|\.[\p{L}\p{N}]{2}/u;

function safeName(name: string): string {
  return name === "" || LIKE_AN_ADDRESS.test(name) ? namelessActor : name;
}

/** How many people caused the notifications of one type, and the names of the latest of them. */
export type Summary = { type: NotificationType; people: number; names: string[] };

/**
 * The mail about summaries. It has counts, and names only for a member who asked for names. `origin`: "https://host".
 */
export function summaryMail(summaries: Summary[], { hasNames, origin }: { hasNames: boolean; origin: string }) {
  const novidades = summaries.map((summary) => (hasNames ? namedParagraph(summary) : countedParagraph(summary)));
  const hasMessages = summaries.some(({ type }) => type === "message");
  const kind = hasMessages ? "news-messages" : "news";
  const url = `${origin}${hasMessages ? "/mensagens" : "/busca"}`;
  return writeMail(kind, { lists: { novidades }, url, footnoteUrl: footnoteUrlOf(kind, origin) });
}

function countedParagraph({ type, people }: Summary): string {
  const { text, manyText } = notificationTypes[type];
  return `${countWords(people, `pessoa ${text}`, manyText)}.`;
}

function namedParagraph({ type, people, names }: Summary): string {
  const [first = ""] = names;
  if (people === 1) return `${sentence(first, type)}.`;
  const knownNames = names.map(safeName);
  const others = people - knownNames.length;
  const countText = countedParagraph({ type, people, names }).slice(0, -1);
  return `${countText}: ${knownNames.join(", ")}${others > 0 ? ` e mais ${others}` : ""}.`;
}
