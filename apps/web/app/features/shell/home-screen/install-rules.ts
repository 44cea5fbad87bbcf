/** Opening the site this long after the first time counts as another visit. */
const AGAIN_MS = 30 * 60_000;

type Opening = {
  /** The stored time of the first opening in this session; null on the first visit. */
  firstAt: string | null;
  now: number;
};

/** Whether the member has opened the site before in this session. Ignores values that are no past time. */
export function isOpenedAgain({ firstAt, now }: Opening): boolean {
  const time = Number(firstAt);
  return time > 0 && now - time >= AGAIN_MS;
}

type Device = {
  /** The site runs as an installed app. */
  isInstalled: boolean;
  /** The hint was shown on this device before. */
  wasShown: boolean;
  /** The member hides the product from people who see the screen. */
  isDiscreet: boolean;
};

/** How the member installs the site: through the browser's prompt, or by hand as on iPhones. */
export type InstallWay = "prompt" | "by hand";

/** How the hint says to install the site; undefined without a hint. */
export function chooseWay(
  { isInstalled, wasShown, isDiscreet }: Device,
  opening: Opening,
  offers: { hasPrompt: boolean; isByHand: boolean },
): InstallWay | undefined {
  if (isInstalled || wasShown || isDiscreet || !isOpenedAgain(opening)) return undefined;
  if (offers.hasPrompt) return "prompt";
  return offers.isByHand ? "by hand" : undefined;
}
