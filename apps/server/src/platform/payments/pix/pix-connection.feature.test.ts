import { expect, test } from "vitest";
import { makeAuthority } from "../../../testing/pix-psp/certificates.ts";
import { openPsp } from "../../../testing/pix-psp/psp.ts";
import { systemClock } from "../../time/clock.ts";
import { connectToPsp, type PixSettings } from "./pix-connection.ts";

const psp = await openPsp();
const log = { warn: () => {} };
const TXID = "a".repeat(32);

const connect = (change: Partial<PixSettings> = {}) =>
  connectToPsp({ ...psp.connection, ...change }, { clock: systemClock, log, timeoutMs: 1_000 });

test("a site with its certificate, key and credentials reaches its PSP", async () => {
  const api = await connect();
  expect(await api.findCob(TXID)).toBeUndefined();
});

test("a PSP refuses a site whose certificate comes from somewhere else", async () => {
  const { certificate, privateKey } = makeAuthority("Another authority").issue("client");
  const stranger = { certificate: psp.write("other.pem", certificate), privateKey: psp.write("other.key", privateKey) };
  const api = await connect(stranger);
  await expect(api.findCob(TXID)).rejects.toThrow(/did not answer/);
});

test("a site does not talk to a server whose certificate no known authority issued", async () => {
  const { authorities: _, ...settings } = psp.connection;
  const api = await connectToPsp(settings, { clock: systemClock, log, timeoutMs: 1_000 });
  await expect(api.findCob(TXID)).rejects.toThrow(/UNABLE_TO_VERIFY|SELF_SIGNED|unable/i);
});

test("a wrong client secret is an error that does not repeat it", async () => {
  const api = await connect({ clientSecret: "errado" });
  const error = await api.findCob(TXID).catch((reason: Error) => reason.message);
  expect(error).toContain("no access token (401)");
  expect(error).not.toContain("errado");
});

test("a product with files that are missing, malformed, or do not belong together says so at its start", async () => {
  const otherCertificate = psp.authority.issue("other");
  const old = psp.authority.issue("old", -1);
  const wrong: [Partial<PixSettings>, RegExp][] = [
    [{ certificate: "/nowhere.pem" }, /PIX_CERTIFICATE names a file that cannot be read \(ENOENT\)/],
    [{ privateKey: "/nowhere.key" }, /PIX_PRIVATE_KEY names a file/],
    [{ authorities: "/nowhere.ca" }, /PIX_CA names a file/],
    [{ certificate: psp.write("empty.pem", "") }, /PIX_CERTIFICATE must be a file in PEM/],
    [{ privateKey: psp.write("text.key", "chave") }, /PIX_PRIVATE_KEY must be a file in PEM, without a password/],
    [
      { privateKey: psp.write("other.key", otherCertificate.privateKey) },
      /PIX_PRIVATE_KEY is not the key of PIX_CERTIFICATE/,
    ],
    [
      { certificate: psp.write("old.pem", old.certificate), privateKey: psp.write("old.key", old.privateKey) },
      /PIX_CERTIFICATE ended on/,
    ],
  ];
  for (const [change, message] of wrong) await expect(connect(change)).rejects.toThrow(message);
});
