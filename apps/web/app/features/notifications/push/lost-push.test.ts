// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { toastStore } from "~/ui/overlays/toast.ts";
import { offerLostPush, rememberPush } from "./lost-push.ts";

let subscription: object | null;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  toastStore.set({ isNeeded: false, waiting: [] });
  subscription = null;
  vi.stubGlobal("Notification", { permission: "granted" });
  const pushManager = { getSubscription: async () => subscription };
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

async function countOffers(): Promise<number> {
  await offerLostPush();
  vi.runAllTimers();
  return toastStore.get().waiting.length;
}

test("a subscription that the browser has ended is offered again, once", async () => {
  rememberPush(true);
  expect(await countOffers()).toBe(1);
  expect(toastStore.get().waiting[0]?.to).toBe("/configuracoes");
  expect(await countOffers()).toBe(1);
});

test("nothing is offered while it lasts, after it was switched off, nor where the browser forbids it", async () => {
  expect(await countOffers()).toBe(0);
  rememberPush(true);
  subscription = {};
  expect(await countOffers()).toBe(0);
  subscription = null;
  vi.stubGlobal("Notification", { permission: "denied" });
  expect(await countOffers()).toBe(0);
  vi.stubGlobal("Notification", { permission: "granted" });
  rememberPush(false);
  expect(await countOffers()).toBe(0);
});
