/** After this time since the first visit began, opening the site again is another visit. */
const VISIT_MS = 30 * 60_000;

type Visits = {
  /** When the member first came in this session, as it was stored; null at the first visit. */
  firstAt: string | null;
  now: number;
};

/** Whether this is at least the second visit. What is not a time in the past counts as no visit. */
export function isSecondVisit({ firstAt, now }: Visits): boolean {
  const time = Number(firstAt);
  return time > 0 && now - time >= VISIT_MS;
}

type Device = {
  /** The site is open as an installed one. */
  isInstalled: boolean;
  /** The hint was shown on this device before. */
  wasShown: boolean;
  /** The member does not want the product to be seen by others who look at the screen. */
  isDiscreet: boolean;
};

/** How the member installs the site: by the browser's own question, or by hand as on iPhones. */
export type InstallWay = "prompt" | "by hand";

/** How the hint tells to install the site; undefined where there is to be no hint. */
export function chooseWay(
  { isInstalled, wasShown, isDiscreet }: Device,
  visits: Visits,
  offers: { hasPrompt: boolean; isByHand: boolean },
): InstallWay | undefined {
  if (isInstalled || wasShown || isDiscreet || !isSecondVisit(visits)) return undefined;
  if (offers.hasPrompt) return "prompt";
  return offers.isByHand ? "by hand" : undefined;
}
