import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { AVAILABLE_LONG_MS, AVAILABLE_SHORT_MS } from "@caramelo/contract/limits";

const SHARE_MIN = 0.2;
const SHARE_MAX = 0.4;
const SHORT_SHARE = 0.15;
const DAY_MS = 86_400_000;

/** Members who were active after this moment may be drawn. */
export const eligibleSince = (now: Date) => new Date(now.getTime() - 7 * DAY_MS);

/**
 * Staff cannot start a run if they started another after this moment: its members are still shown, and a second draw
 * would show more members in that time than one run may.
 */
export const byHandSince = (now: Date) => new Date(now.getTime() - AVAILABLE_LONG_MS);

/**
 * Members invited after this moment are not invited again, even when staff start a run shortly after a scheduled one.
 */
export const invitedSince = (now: Date) => new Date(now.getTime() - DAY_MS / 8);

/**
 * Returns how many of the eligible members become available. `long`: for half an hour, between a fifth and two fifths
 * of them, as the random number from 0 to 1 decides, but at least one. `short`: for ten minutes, about another 15 % of
 * them.
 */
export function drawSizes(eligible: number, random: number): { long: number; short: number } {
  if (eligible === 0) return { long: 0, short: 0 };
  const wantedSize = Math.round((SHARE_MIN + (SHARE_MAX - SHARE_MIN) * random) * eligible);
  const [least, most] = [Math.ceil(SHARE_MIN * eligible), Math.floor(SHARE_MAX * eligible)];
  const long = Math.max(least, Math.min(most, wantedSize));
  return { long, short: Math.min(Math.round(SHORT_SHARE * eligible), eligible - long) };
}

export function availabilityEnds(now: Date): { long: Date; short: Date } {
  return { long: new Date(now.getTime() + AVAILABLE_LONG_MS), short: new Date(now.getTime() + AVAILABLE_SHORT_MS) };
}

/** The name of a scheduled run: its day and hour, so that it happens once however often its job runs. */
export function slotOf(scheduledAt: Date): string {
  return `${dayInBrazil(scheduledAt)} ${scheduledAt.toISOString().slice(11, 16)}Z`;
}

/**
 * Whether a scheduled run comes too late, because the product was stopped: it would invite members after the peak hour.
 */
export function isTooLate(scheduledAt: Date, now: Date): boolean {
  return now.getTime() - scheduledAt.getTime() > AVAILABLE_LONG_MS;
}

/**
 * The push message to a member who was drawn. It names neither a person nor the product, as others may see the screen.
 */
export const invitation = { title: "Novidade", body: "É horário de pico: quer entrar?", url: "/busca", tag: "peak" };
