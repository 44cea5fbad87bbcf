import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import {
  type MailFrequency,
  SESSION_SETTINGS,
  type SettingName,
} from "@caramelo/contract/member-settings/member-settings";

type Settings = AnswerOf<Contract["memberSettings"]["read"]>;

/** The mail frequencies, in list order. */
export const frequencies = [
  { value: "never", label: "Nunca" },
  { value: "each", label: "A cada novidade" },
  { value: "daily", label: "Uma vez por dia" },
] as const satisfies { value: MailFrequency; label: string }[];

const inSession: readonly SettingName[] = SESSION_SETTINGS;

/** Whether the shell depends on this setting. The shell reads the session, which must then be reloaded. */
export const isUsedByShell = (name: SettingName): boolean => inSession.includes(name);

export type InvisibleState = "off" | "on" | "locked" | "resting";

/**
 * The state of the invisible mode, a premium feature. `locked`: cannot be switched on. `resting`: was switched on
 * during premium, has no effect now, and can be switched off.
 */
export function findInvisibleState(isInvisible: boolean, isPremium: boolean): InvisibleState {
  if (isPremium) return isInvisible ? "on" : "off";
  return isInvisible ? "resting" : "locked";
}

/** The presence that others see of a member at peak hours. */
export function previewAvailability({
  offersAvailability,
  isPresenceHidden,
}: Pick<Settings, "offersAvailability" | "isPresenceHidden">): "available" | "offline" {
  return offersAvailability && !isPresenceHidden ? "available" : "offline";
}

/** The section in view: the last whose top is in the window's upper third or above it, or else the first. */
export function findSectionInView(tops: readonly { id: string; top: number }[], height: number): string | undefined {
  return (tops.findLast(({ top }) => top <= height / 3) ?? tops[0])?.id;
}
