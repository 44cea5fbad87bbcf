import { namelessActor, notificationTexts } from "@caramelo/contract/errors";
import type { MailFrequency, Settings } from "@caramelo/contract/settings";

type Type = keyof typeof notificationTexts;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// The day's mail comes at the same time each day, give or take; what is tried again later is still the same day's.
const DAILY_GAP_MS = 20 * HOUR_MS;

const PUSH: Record<Type, "hasPushMessages" | "hasPushNews"> = {
  message: "hasPushMessages",
  favorite: "hasPushNews",
  match: "hasPushNews",
  profile_view: "hasPushNews",
};
const MAIL: Record<Type, "mailMessages" | "mailFavorites" | "mailVisits"> = {
  message: "mailMessages",
  favorite: "mailFavorites",
  match: "mailFavorites",
  profile_view: "mailVisits",
};
const TYPES: Type[] = ["message", "match", "favorite", "profile_view"];

type PushSettings = Pick<Settings, "hasPushMessages" | "hasPushNews">;
type MailSettings = Pick<Settings, "mailMessages" | "mailFavorites" | "mailVisits">;

export function wantsPush(settings: PushSettings, type: Type): boolean {
  return settings[PUSH[type]];
}

export function mailFrequency(settings: MailSettings, type: Type): MailFrequency {
  return settings[MAIL[type]];
}

/** What a member wants to be mailed of in this rhythm. */
export function typesMailed(settings: MailSettings, frequency: MailFrequency): Type[] {
  return TYPES.filter((type) => mailFrequency(settings, type) === frequency);
}

/** Push messages of what is older are not sent any more. */
export function isNews(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() <= DAY_MS;
}

/** From when on a member may be mailed again: an hour, or about a day, after the last time. */
export function nextMailAt(last: Date | null, frequency: "each" | "daily", now: Date): Date {
  const gap = frequency === "each" ? HOUR_MS : DAILY_GAP_MS;
  return last === null ? now : new Date(Math.max(now.getTime(), last.getTime() + gap));
}

/**
 * What a mail tells of came after this: what the last one told is not told again. The day's mail looks back two days, for
 * it does not come at the same second each day, and on a day when the product stood still not at all.
 */
export function mailSince(last: Date | null, frequency: "each" | "daily", now: Date): Date {
  if (last === null) return new Date(now.getTime() - DAY_MS);
  const reach = frequency === "each" ? DAY_MS : 2 * DAY_MS;
  return new Date(Math.max(now.getTime() - reach, last.getTime()));
}

type Reader = { email: string; isActive: boolean; isManaged: boolean };

/**
 * Members who can read a mail that we send: addresses below `.invalid` (demo, made up by the team) reach nobody. Whoever
 * has yet to confirm their address is not active; where addresses are not confirmed, each counts as its owner's.
 */
export function isMailable({ email, isActive, isManaged }: Reader): boolean {
  return isActive && !isManaged && !email.endsWith(".invalid");
}

/** What a browser shows; the same tag replaces what it showed before. */
export type PushPayload = { title: string; body: string; url: string; tag: string };
type Note = { type: Type; actorId: string; actorName: string };

/**
 * Screens are read by others: neither a name nor the product's leaves unless the member asked for names. A message's
 * words never leave.
 */
export function pushPayload({ type, actorId, actorName }: Note, hasNames: boolean): PushPayload {
  return {
    title: "Novidade",
    body: hasNames ? sentence(actorName, type) : "Você tem uma novidade esperando por você.",
    url: type === "message" ? `/mensagens?userId=${actorId}` : `/perfil/${actorId}`,
    tag: `${type}-${actorId}`,
  };
}

function sentence(name: string, type: Type): string {
  return `${tellable(name)} ${notificationTexts[type]}`;
}

// Mail programs make links of these, also where we wrote none: nobody sends addresses to others through us.
const LIKE_AN_ADDRESS = /[/@:]|\.[\p{L}\p{N}]{2}/u;

function tellable(name: string): string {
  return name === "" || LIKE_AN_ADDRESS.test(name) ? namelessActor : name;
}

const MANY: Record<Type, string> = {
  message: "pessoas enviaram mensagens",
  match: "pessoas aceitaram seu match",
  favorite: "pessoas favoritaram seu perfil",
  profile_view: "pessoas visitaram seu perfil",
};

/** How many people of one type there are, and the names of the latest few of them. */
export type News = { type: Type; people: number; names: string[] };

/** The words of a mail: numbers, and names only for whoever asked for them. `origin` as in "https://caramelo.example". */
export function newsWords(news: News[], { hasNames, origin }: { hasNames: boolean; origin: string }) {
  const hasMessages = news.some(({ type }) => type === "message");
  return {
    subject: "Você tem novidades",
    paragraphs: news.map((one) => (hasNames ? namedLine(one) : countedLine(one))),
    action: hasMessages
      ? { label: "Ver mensagens", url: `${origin}/mensagens` }
      : { label: "Ver novidades", url: `${origin}/busca` },
    footnote: `Você recebe este email porque pediu avisos. Para mudar ou desligar: ${origin}/configuracoes`,
  };
}

function countedLine({ type, people }: News): string {
  return people === 1 ? `1 pessoa ${notificationTexts[type]}.` : `${people} ${MANY[type]}.`;
}

function namedLine({ type, people, names }: News): string {
  const [first = ""] = names;
  if (people === 1) return `${sentence(first, type)}.`;
  const known = names.map(tellable);
  const others = people - known.length;
  return `${countedLine({ type, people, names }).slice(0, -1)}: ${known.join(", ")}${others > 0 ? ` e mais ${others}` : ""}.`;
}
