import fc from "fast-check";
import { expect, test } from "vitest";
import { isApplePhone, judgePush, readKey } from "./rules.ts";

const ABLE = {
  hasWorker: true,
  hasPush: true,
  permission: "default" as NotificationPermission,
  isSubscribed: false,
  isApplePhone: false,
  isInstalled: false,
};

test("push messages are on only where the member agreed and the browser subscribed", () => {
  expect(judgePush(ABLE)).toBe("off");
  expect(judgePush({ ...ABLE, permission: "granted" })).toBe("off");
  expect(judgePush({ ...ABLE, permission: "granted", isSubscribed: true })).toBe("on");
  expect(judgePush({ ...ABLE, isSubscribed: true })).toBe("off");
});

test("who said no to the browser is told how to undo it", () => {
  expect(judgePush({ ...ABLE, permission: "denied", isSubscribed: true })).toBe("denied");
});

test("a browser without push messages says so, an iPhone says what it needs first", () => {
  expect(judgePush({ ...ABLE, hasPush: false })).toBe("unsupported");
  expect(judgePush({ ...ABLE, hasWorker: false })).toBe("unsupported");
  expect(judgePush({ ...ABLE, permission: undefined })).toBe("unsupported");
  expect(judgePush({ ...ABLE, hasPush: false, isApplePhone: true })).toBe("needs-install");
  expect(judgePush({ ...ABLE, hasPush: false, isApplePhone: true, isInstalled: true })).toBe("unsupported");
});

test("an iPad is known by its touch points", () => {
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
