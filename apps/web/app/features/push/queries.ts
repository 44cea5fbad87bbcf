import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "~/platform/api.ts";
import { queryClient } from "~/platform/query.ts";
import { isApplePhone, judgePush, readKey } from "./rules.ts";

const KEY = ["push", "state"] as const;

// Not `ready`, which waits for ever where the worker could not start.
const findWorker = async () => navigator.serviceWorker?.getRegistration();

async function findSubscription(): Promise<PushSubscription | null> {
  const worker = await findWorker();
  return (await worker?.pushManager?.getSubscription()) ?? null;
}

async function readState() {
  return judgePush({
    hasWorker: (await findWorker()) !== undefined,
    hasPush: "PushManager" in window,
    permission: globalThis.Notification?.permission,
    isSubscribed: (await findSubscription()) !== null,
    isApplePhone: isApplePhone(navigator.userAgent, navigator.maxTouchPoints),
    isInstalled: matchMedia("(display-mode: standalone)").matches,
  });
}

/** Whether push messages reach this browser. */
export const pushState = () => queryOptions({ queryKey: KEY, queryFn: readState, staleTime: 0 });

const lookAgain = () => queryClient.invalidateQueries({ queryKey: KEY });

/** Asks the member, then the browser's push service, then tells the server. A member who says no changes nothing. */
async function switchOn(): Promise<void> {
  // First: browsers ask only while the press is fresh.
  if ((await Notification.requestPermission()) !== "granted") return;
  const { key } = await api.notifications.pushKey();
  const worker = await navigator.serviceWorker.ready;
  // One made with another key would be refused.
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: readKey(key),
  });
  const { endpoint, keys } = subscription.toJSON();
  try {
    const given = { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
    await api.notifications.subscribe({ body: given });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

async function switchOff(): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  await api.notifications.unsubscribe({ body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

export const switchingOn = () => mutationOptions({ mutationFn: switchOn, onSettled: lookAgain });
export const switchingOff = () => mutationOptions({ mutationFn: switchOff, onSettled: lookAgain });
