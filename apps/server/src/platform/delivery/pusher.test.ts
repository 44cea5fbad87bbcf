import { createECDH } from "node:crypto";
import { describe, expect, test } from "vitest";
import { makeReceiver, openPushService, readVapid } from "../../testing/push-service.ts";
import { openPusher } from "./pusher.ts";

const pair = createECDH("prime256v1");
pair.generateKeys();
const service = await openPushService();

const openWith = (...services: string[]) =>
  openPusher({ privateKey: pair.getPrivateKey(), contact: () => "mailto:oi@caramelo.example", services });
const pusher = openWith(service.origin);
const flat = ({ subscription: { endpoint, keys } }: ReturnType<typeof makeReceiver>) => ({ endpoint, ...keys });

describe("a pusher", () => {
  const knownPusher = openWith("https://fcm.example:443", "https://*.push.Apple.example", "http://127.0.0.1:9001");

  test.each([
    "https://fcm.example/fcm/send/x",
    "https://fcm.example:443/x",
    "https://FCM.example/x",
    "https://web.push.apple.example/x",
    "https://a.b.push.apple.example/x",
    "http://127.0.0.1:9001/x",
  ])("knows the endpoint %s", (endpoint) => {
    expect(knownPusher.isKnownService(endpoint)).toBe(true);
  });

  test.each([
    ["another scheme", "http://fcm.example/x"],
    ["another port", "https://fcm.example:8443/x"],
    ["a label in front of an exact name", "https://x.fcm.example/x"],
    ["a name that only ends so", "https://notfcm.example/x"],
    ["a name that continues", "https://fcm.example.evil.example/x"],
    ["the name in the place of a user", "https://fcm.example@evil.example/x"],
    ["a user and a password", "https://user:pass@fcm.example/x"],
    ["a user", "https://user@fcm.example/x"],
    ["a wildcard without its label", "https://push.apple.example/x"],
    ["an empty label", "https://.push.apple.example/x"],
    ["a wildcard with another port", "https://web.push.apple.example:444/x"],
    ["a wildcard's end in another name", "https://evilpush.apple.example/x"],
    ["the name in the path", "https://evil.example/https://fcm.example/x"],
    ["a backslash", "https://evil.example\\.push.apple.example/x"],
    ["a fragment", "https://evil.example#.push.apple.example"],
    ["a machine of our own", "http://127.0.0.1:9002/x"],
    ["a cloud's metadata", "http://169.254.169.254/latest"],
    ["no address at all", "fcm.example"],
    ["no text", ""],
    ["a file", "file:///etc/passwd"],
  ])("does not know an endpoint with %s", (_, endpoint) => {
    expect(knownPusher.isKnownService(endpoint)).toBe(false);
  });
});

describe("a push message", () => {
  test("is encrypted for the browser and signed for the service with the key that browsers subscribe with", async () => {
    const receiver = makeReceiver(service);
    expect(await pusher.send(flat(receiver), { title: "Oi", body: "çã" })).toBe("sent");
    expect(receiver.payloads()).toEqual([{ title: "Oi", body: "çã" }]);
    const [delivery] = service.receivedAt(receiver.path);
    expect(delivery?.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
    expect(delivery?.body.toString("latin1")).not.toContain("Oi");
    const vapid = readVapid(delivery?.headers.authorization, pusher.publicKey);
    expect(vapid).toMatchObject({ isSigned: true, key: pusher.publicKey });
    expect(vapid.claims).toMatchObject({ aud: service.origin, sub: "mailto:oi@caramelo.example" });
    expect(vapid.claims.exp * 1000).toBeGreaterThan(Date.now());
  });

  test.each([
    [200, "sent"],
    [404, "gone"],
    [410, "gone"],
    [400, "refused"],
    [401, "refused"],
    [403, "refused"],
    [413, "refused"],
  ])("that is answered with %i counts as %s", async (status, outcome) => {
    const receiver = makeReceiver(service);
    service.answer(receiver.path, status);
    expect(await pusher.send(flat(receiver), {})).toBe(outcome);
  });

  test.each([408, 429, 500, 503])("that is answered with %i throws, so that it is tried again", async (status) => {
    const receiver = makeReceiver(service);
    service.answer(receiver.path, status);
    await expect(pusher.send(flat(receiver), {})).rejects.toThrow(String(status));
  });

  test.each([301, 302, 307, 308])("does not follow a redirect (%i)", async (status) => {
    const receiver = makeReceiver(service);
    service.answer(receiver.path, status);
    await expect(pusher.send(flat(receiver), {})).rejects.toThrow();
    expect(service.receivedAt(`${receiver.path}/elsewhere`)).toEqual([]);
  });

  test("is not sent to an unknown service", async () => {
    const receiver = makeReceiver(service);
    expect(await openWith("https://fcm.example").send(flat(receiver), {})).toBe("gone");
    expect(service.receivedAt(receiver.path)).toEqual([]);
  });

  test.each([
    ["a key that is not on the curve", { p256dh: Buffer.alloc(65, 4).toString("base64url") }],
    ["a key that is too short", { p256dh: "AAAA" }],
    ["a secret that is too short", { auth: "AAAA" }],
  ])("is not sent to a subscription with %s", async (_, changes) => {
    const receiver = makeReceiver(service);
    expect(await pusher.send({ ...flat(receiver), ...changes }, {})).toBe("gone");
    expect(service.receivedAt(receiver.path)).toEqual([]);
  });
});

test("a pusher with a malformed service throws at the start", () => {
  expect(() => openWith("https://fcm.example:99999")).toThrow();
});
