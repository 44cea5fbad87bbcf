import { readPushText } from "./rules.ts";
import { worker } from "./scope.ts";

const ICON = "/icon-192.png";
const SUBSCRIPTION = "/api/push/subscription";

/**
 * Shows a notification for every push message: Apple ends a subscription after three silent ones. A focused page
 * announces the event itself, so the notification is silent and closes immediately.
 */
export async function showPush(pushData: PushMessageData | null): Promise<void> {
  const { title, body, url, tag } = readPushText(parse(pushData), location.origin);
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const silent = windows.some(({ focused }) => focused);
  await worker.registration.showNotification(title, { body, icon: ICON, lang: "pt-BR", data: url, tag, silent });
  if (!silent) return;
  for (const notification of await worker.registration.getNotifications({ tag })) notification.close();
}

function parse(pushData: PushMessageData | null): unknown {
  try {
    return pushData?.json();
  } catch {
    return undefined;
  }
}

/** Opens the address of a notification in an open tab, or else in a new one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  const url = new URL(String(notification.data ?? "/"), location.origin).href;
  const [open] = await worker.clients.matchAll({ type: "window" });
  if (!open) return void (await worker.clients.openWindow(url));
  await open.focus();
  await open.navigate(url);
}

/** Subscribes again and sends the new address to the server. Ends the subscription if the server refuses it. */
export async function moveSubscription(old: PushSubscription | null): Promise<void> {
  const applicationServerKey = old?.options.applicationServerKey;
  if (!applicationServerKey) return;
  const next = await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = next.toJSON();
  const reply = await fetch(SUBSCRIPTION, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, keys }),
  });
  if (!reply.ok) await next.unsubscribe();
}
