import { queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { useAction } from "~/platform/use-action.ts";
import { rememberPush } from "./lost-push.ts";
import { classifyPush, isApplePhone, readKey } from "./rules.ts";

const KEY = ["push", "state"] as const;

// `ready` is not used, because it never resolves if the service worker could not start.
const findWorker = async () => navigator.serviceWorker?.getRegistration();

async function findSubscription(): Promise<PushSubscription | null> {
  const worker = await findWorker();
  return (await worker?.pushManager?.getSubscription()) ?? null;
}

async function readState() {
  return classifyPush({
    isSecure: isSecureContext,
    hasWorker: (await findWorker()) !== undefined,
    hasPush: "PushManager" in window,
    permission: globalThis.Notification?.permission,
    isSubscribed: (await findSubscription()) !== null,
    isApplePhone: isApplePhone(navigator.userAgent, navigator.maxTouchPoints),
    isInstalled: matchMedia("(display-mode: standalone)").matches,
  });
}

export const pushState = () => queryOptions({ queryKey: KEY, queryFn: readState, staleTime: 0 });

/** Asks the member, subscribes at the browser's push service and stores the subscription on the server. */
async function switchOn(): Promise<void> {
  // Request the permission first, because browsers ask only shortly after a click.
  if ((await Notification.requestPermission()) !== "granted") return;
  const { key } = await api.notifications.pushKey();
  const worker = await navigator.serviceWorker.ready;
  // Remove an old subscription first, because the push service would refuse a new one with another key.
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: readKey(key),
  });
  const { endpoint, keys } = subscription.toJSON();
  try {
    const body = { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
    await api.notifications.subscribe({ body });
    rememberPush(true);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

async function switchOff(): Promise<void> {
  const subscription = await findSubscription();
  rememberPush(false);
  if (!subscription) return;
  await api.notifications.unsubscribe({ body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

export const usePushSwitch = () => ({ on: useAction(switchOn, KEY), off: useAction(switchOff, KEY) });
