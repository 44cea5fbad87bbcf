import { describe, expect, test } from "vitest";
import {
  clearedSessionCookie,
  deviceCookie,
  readDeviceToken,
  readSessionToken,
  sessionCookie,
} from "./session-cookie.ts";

const secure = { isHttps: true };
const plain = { isHttps: false };
const TOKEN = "a".repeat(43);

describe("Set-Cookie", () => {
  test("[D2.02][D2.03] is HttpOnly, SameSite=Lax and Secure under the __Host- name, without a domain", () => {
    expect(sessionCookie(TOKEN, false, secure)).toBe(
      `__Host-caramelo=${TOKEN}; Path=/; HttpOnly; SameSite=Lax; Secure`,
    );
  });

  test("[D2.04] is plain where the connection is, which is all that Safari keeps over http", () => {
    expect(sessionCookie(TOKEN, false, plain)).toBe(`caramelo=${TOKEN}; Path=/; HttpOnly; SameSite=Lax`);
  });

  test("[D2.05] is kept for 30 days when remembered", () => {
    expect(sessionCookie(TOKEN, true, secure)).toBe(`${sessionCookie(TOKEN, false, secure)}; Max-Age=2592000`);
  });

  test("[M4.02] clears by the same name and path", () => {
    expect(clearedSessionCookie(secure)).toBe("__Host-caramelo=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0");
    expect(clearedSessionCookie(plain)).toBe("caramelo=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
  });
});

test("[T72] the secret of a device has its own cookie that is as protected as the session's, for a year", () => {
  const sentCookie = deviceCookie(TOKEN, secure);
  expect(sentCookie).toBe(`__Host-caramelo-device=${TOKEN}; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=31536000`);
  const both = `${sessionCookie("b".repeat(43), false, secure).split(";")[0]}; ${sentCookie.split(";")[0]}`;
  expect([readDeviceToken(both, secure), readSessionToken(both, secure)]).toEqual([TOKEN, "b".repeat(43)]);
  expect(readDeviceToken(`${both}; ${both}`, secure)).toBeUndefined();
});

describe("Cookie", () => {
  test.each([
    [`__Host-caramelo=${TOKEN}`],
    [`a=1; __Host-caramelo=${TOKEN}; b=2`],
    [`a=1;__Host-caramelo=${TOKEN};b=2`],
    [` __Host-caramelo=${TOKEN} `],
    [`caramelo=planted; __Host-caramelo=${TOKEN}`],
  ])("%j carries the token", (header) => {
    expect(readSessionToken(header, secure)).toBe(TOKEN);
  });

  test.each([
    [undefined],
    [""],
    [";;;"],
    ["__Host-caramelo"],
    ["__Host-caramelo="],
    [`caramelo=${TOKEN}`],
    [`__host-caramelo=${TOKEN}`],
    [`x__Host-caramelo=${TOKEN}`],
    [`__Host-caramelo2=${TOKEN}`],
    [`"__Host-caramelo=${TOKEN}"`],
  ])("%j carries none", (header) => {
    expect(readSessionToken(header, secure)).toBeUndefined();
  });

  test("[T10] with two of the name carries none, whichever comes first", () => {
    expect(readSessionToken(`__Host-caramelo=${TOKEN}; __Host-caramelo=planted`, secure)).toBeUndefined();
    expect(readSessionToken(`__Host-caramelo=planted; __Host-caramelo=${TOKEN}`, secure)).toBeUndefined();
    expect(readSessionToken(`__Host-caramelo=${TOKEN}; __Host-caramelo=`, secure)).toBeUndefined();
  });
});
