import type { AnswerOf } from "@caramelo/contract/call";
import type { Contract } from "@caramelo/contract/contract";

type Settings = AnswerOf<Contract["settings"]["read"]>;
export type MailFrequency = Settings["mailMessages"];

/** How often a mail tells of something, in the order of the choice. */
export const frequencies = [
  { value: "never", label: "Nunca" },
  { value: "each", label: "A cada novidade" },
  { value: "daily", label: "Uma vez por dia" },
] as const satisfies { value: MailFrequency; label: string }[];

const shellSettings: (keyof Settings)[] = ["hasPopUps", "hasSound", "hasDiscreetTitles"];

/** Does the shell of every screen go by it? It reads the session, which then has to be asked for again. */
export const isOfTheShell = (name: keyof Settings): boolean => shellSettings.includes(name);

export type InvisibleState = "off" | "on" | "locked" | "resting";

/**
 * The invisible mode belongs to premium. `locked`: it cannot be switched on; `resting`: it was switched on while premium
 * lasted, counts for nothing now, and may be switched off.
 */
export function judgeInvisible(isInvisible: boolean, isPremium: boolean): InvisibleState {
  if (isPremium) return isInvisible ? "on" : "off";
  return isInvisible ? "resting" : "locked";
}

/** What others see of a member at the peak hours: the very presence that every list shows. */
export function previewAvailability({
  offersAvailability,
  isPresenceHidden,
}: Pick<Settings, "offersAvailability" | "isPresenceHidden">): "available" | "offline" {
  return offersAvailability && !isPresenceHidden ? "available" : "offline";
}

/** The place of a page that is in view: the last one whose top has passed the upper third of the window. */
export function findSectionInView(tops: readonly { id: string; top: number }[], height: number): string | undefined {
  return (tops.findLast(({ top }) => top <= height / 3) ?? tops[0])?.id;
}
