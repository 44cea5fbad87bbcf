import { lostPush } from "@caramelo/contract/texts/push";
import { showToast } from "~/ui/overlays/toast.ts";

/** Marks a browser in which a member switched push messages on. Deleted with the session, like the subscription. */
const MARK = "avisos";

/** @param isOn whether the member has switched push messages on in this browser */
export function rememberPush(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(MARK, "1");
    else localStorage.removeItem(MARK);
  } catch {
    // Without storage a lost subscription is not detected.
  }
}

/** Offers push messages again, once, after the browser has ended the subscription. */
export async function offerLostPush(): Promise<void> {
  try {
    if (!localStorage.getItem(MARK) || globalThis.Notification?.permission !== "granted") return;
    const registration = await navigator.serviceWorker?.getRegistration();
    if (!registration?.pushManager || (await registration.pushManager.getSubscription())) return;
  } catch {
    return;
  }
  rememberPush(false);
  showToast({ type: "warning", ...lostPush, to: "/configuracoes" });
}
