import { expect, test } from "vitest";
import { fc } from "../../../../../../testing/properties.ts";
import { classifyPush, isApplePhone, readKey } from "./rules.ts";

const ABLE = {
  isSecure: true,
  hasWorker: true,
  hasPush: true,
  permission: "default" as NotificationPermission,
  isSubscribed: false,
  isApplePhone: false,
  isInstalled: false,
};

test("push messages are on only where the member agreed and the browser subscribed", () => {
  expect(classifyPush(ABLE)).toBe("off");
  expect(classifyPush({ ...ABLE, permission: "granted" })).toBe("off");
  expect(classifyPush({ ...ABLE, permission: "granted", isSubscribed: true })).toBe("on");
  expect(classifyPush({ ...ABLE, isSubscribed: true })).toBe("off");
});

test("a member who refused push messages learns how to undo it", () => {
  expect(classifyPush({ ...ABLE, permission: "denied", isSubscribed: true })).toBe("denied");
});

test("a browser without push messages says so, an iPhone says what it needs first", () => {
  expect(classifyPush({ ...ABLE, hasPush: false })).toBe("unsupported");
  expect(classifyPush({ ...ABLE, hasWorker: false })).toBe("unsupported");
  expect(classifyPush({ ...ABLE, permission: undefined })).toBe("unsupported");
  expect(classifyPush({ ...ABLE, hasPush: false, isApplePhone: true })).toBe("needs-install");
  expect(classifyPush({ ...ABLE, hasPush: false, isApplePhone: true, isInstalled: true })).toBe("unsupported");
});

test("a page over http says that it needs a secure address, before anything else", () => {
  const overHttp = { ...ABLE, isSecure: false, hasWorker: false, hasPush: false };
  expect(classifyPush(overHttp)).toBe("insecure");
  expect(classifyPush({ ...overHttp, isApplePhone: true })).toBe("insecure");
});

test("an iPad is recognized by its touch points", () => {
  expect(isApplePhone("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", 5)).toBe(true);
  expect(isApplePhone("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)", 5)).toBe(true);
  expect(isApplePhone("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)", 0)).toBe(false);
  expect(isApplePhone("Mozilla/5.0 (Linux; Android 15)", 5)).toBe(false);
});

test("the server's key is read byte by byte", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 65, maxLength: 65 }), (bytes) => {
      expect([...readKey(Buffer.from(bytes).toString("base64url"))]).toEqual([...bytes]);
    }),
  );
});
