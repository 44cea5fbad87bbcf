import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Log } from "../../log.ts";
import type { Clock } from "../../time/clock.ts";
import { openAccessToken } from "./access-token.ts";
import { type Identity, openHttpsClient } from "./https-client.ts";
import { openPixApi, type PixApi } from "./pix-api.ts";

/** The settings that the operator got from their PSP. */
export type PixSettings = {
  url: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** The paths of files in PEM. */
  certificate: string;
  privateKey: string;
  authorities?: string;
};

// A member waits for the answer. When a PSP is slower than this, the product asks again later.
const TIMEOUT_MS = 10_000;

/** The client of API Pix, with the end of its certificate. */
export type PixConnection = PixApi & { certificateEndsAt: Date };

type Options = { clock: Clock; log: Pick<Log, "warn">; timeoutMs?: number };

/**
 * Prepares the connection to a PSP; nothing is sent yet.
 * @throws when a file cannot be read, when the certificate has ended, or when the key does not belong to it
 */
export async function connectToPsp(settings: PixSettings, { clock, log, timeoutMs }: Options): Promise<PixConnection> {
  const { url, tokenUrl, clientId, clientSecret } = settings;
  const { certificateEndsAt, ...identity } = await readIdentity(settings, clock.now());
  const send = openHttpsClient(identity, timeoutMs ?? TIMEOUT_MS);
  const token = openAccessToken({ send, clock, tokenUrl: new URL(tokenUrl), clientId, clientSecret });
  return { ...openPixApi({ send, token, url: new URL(url), log }), certificateEndsAt };
}

async function readIdentity(settings: PixSettings, now: Date): Promise<Identity & { certificateEndsAt: Date }> {
  const certificate = await readSetting("PIX_CERTIFICATE", settings.certificate);
  const privateKey = await readSetting("PIX_PRIVATE_KEY", settings.privateKey);
  const parsedCertificate = parsePem("PIX_CERTIFICATE", () => new X509Certificate(certificate));
  const key = parsePem("PIX_PRIVATE_KEY", () => createPrivateKey(privateKey));
  if (!parsedCertificate.checkPrivateKey(key)) throw new Error("PIX_PRIVATE_KEY is not the key of PIX_CERTIFICATE.");
  if (parsedCertificate.validToDate < now)
    throw new Error(`PIX_CERTIFICATE ended on ${parsedCertificate.validToDate.toISOString()}.`);
  const { authorities } = settings;
  const authorityOptions = authorities && { authorities: await readSetting("PIX_CA", authorities) };
  return { certificate, privateKey, ...authorityOptions, certificateEndsAt: parsedCertificate.validToDate };
}

async function readSetting(name: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new Error(`${name} names a file that cannot be read (${code}): ${file}`);
  }
}

function parsePem<T>(name: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new Error(`${name} must be a file in PEM, without a password.`);
  }
}
