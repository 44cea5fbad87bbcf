/** Opening the site this long after the first time is another time, and not the same one going on. */
const AGAIN_MS = 30 * 60_000;

type Opening = {
  /** When the member first opened the site in this session, as it was stored; null when this is the first time. */
  firstAt: string | null;
  now: number;
};

/** Whether the member has opened the site before in this session. What is not a time in the past does not count. */
export function isOpenedAgain({ firstAt, now }: Opening): boolean {
  const time = Number(firstAt);
  return time > 0 && now - time >= AGAIN_MS;
}

type Device = {
  /** The site is open as an installed one. */
  isInstalled: boolean;
  /** The hint was shown on this device before. */
  wasShown: boolean;
  /** The member does not want others who look at the screen to see the product. */
  isDiscreet: boolean;
};

/** How the member installs the site: by the browser's own question, or by hand as on iPhones. */
export type InstallWay = "prompt" | "by hand";

/** How the hint tells to install the site; undefined where there is to be no hint. */
export function chooseWay(
  { isInstalled, wasShown, isDiscreet }: Device,
  opening: Opening,
  offers: { hasPrompt: boolean; isByHand: boolean },
): InstallWay | undefined {
  if (isInstalled || wasShown || isDiscreet || !isOpenedAgain(opening)) return undefined;
  if (offers.hasPrompt) return "prompt";
  return offers.isByHand ? "by hand" : undefined;
}
