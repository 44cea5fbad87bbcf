import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterAll } from "vitest";

/** A push message that the service received for one browser. */
type Delivery = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** A push service on this machine that keeps what it receives. */
export async function openPushService() {
  const receivedMessages: Delivery[] = [];
  const answers = new Map<string, { status: number; before?: (() => Promise<unknown>) | undefined }>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", async () => {
      const path = request.url ?? "";
      receivedMessages.push({ path, headers: request.headers, body: Buffer.concat(parts) });
      const { status, before } = answers.get(path) ?? { status: 201 };
      await before?.();
      response.writeHead(status, status >= 300 && status < 400 ? { location: `${path}/elsewhere` } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => server.close());
  const listening = server.address();
  if (typeof listening !== "object" || !listening) throw new Error("the push service does not listen on a port");
  return {
    origin: `http://127.0.0.1:${listening.port}`,
    /** Returns everything that arrived for an address, in order. */
    receivedAt: (path: string) => receivedMessages.filter((notification) => notification.path === path),
    /** Sets the status of all later answers for an address; the default is 201. `before` runs before each answer. */
    answer: (path: string, status: number, before?: () => Promise<unknown>) => answers.set(path, { status, before }),
  };
}

export type PushService = Awaited<ReturnType<typeof openPushService>>;

/** A browser's side of push: its subscription, and how it reads the messages. */
export function makeReceiver(service: Pick<PushService, "origin" | "receivedAt">) {
  const path = `/to/${randomBytes(8).toString("hex")}`;
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") };
  return {
    path,
    subscription: { endpoint: `${service.origin}${path}`, keys },
    /** Returns every payload that arrived, as the browser's own script would see it. */
    payloads: () => service.receivedAt(path).map(({ body }): unknown => JSON.parse(decrypt(body, { pair, auth }))),
  };
}

type Keys = { pair: ReturnType<typeof createECDH>; auth: Buffer };

/** Decrypts a message of RFC 8291: salt, record size, the sender's key, and one record. */
function decrypt(body: Buffer, { pair, auth }: Keys): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync("sha256", pair.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12));
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The text ends before the last byte that is not zero, which separates it from the padding.
  return padded
    .subarray(
      0,
      padded.findLastIndex((byte) => byte !== 0),
    )
    .toString();
}

/**
 * Returns the claims of a VAPID header (RFC 8292), if `publicKey` signed them. `key` is the key that the header names.
 */
export function readVapid(header: string | undefined, publicKey: string) {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header ?? "") ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const signer = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: signer, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const readClaims: { aud: string; exp: number; sub: string } = JSON.parse(Buffer.from(claims, "base64url").toString());
  return { isSigned, key, claims: readClaims };
}
