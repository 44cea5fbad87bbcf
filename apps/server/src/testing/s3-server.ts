import crypto from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import S3rver from "s3rver";
import type { S3Settings } from "../platform/storage/s3-storage.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** An S3-compatible store on this machine, spoken to over HTTP. */
export type S3Server = {
  settings: S3Settings;
  stop(): Promise<void>;
  /** Starts a stopped store again, with its objects and on the same port. */
  restart(): Promise<void>;
  /** Stops the store and removes its objects. */
  remove(): Promise<void>;
};

const BUCKET = "caramelo";
// The server knows no other key.
const KEY = "S3RVER";

export async function startS3(): Promise<S3Server> {
  bringDesBack();
  const directory = await mkdtemp(join(temporaryFolder(), "caramelo-s3-"));
  const start = async (port: number) => {
    const server = new S3rver({
      address: "127.0.0.1",
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: BUCKET }],
    });
    return { server, ...(await server.run()) };
  };
  let running = await start(0);
  const stop = () => running.server.close();
  return {
    settings: {
      endpoint: `http://127.0.0.1:${running.port}`,
      region: "us-east-1",
      bucket: BUCKET,
      accessKeyId: KEY,
      secretAccessKey: KEY,
      prefix: "",
    },
    stop,
    restart: async () => {
      running = await start(running.port);
    },
    remove: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The settings as the environment of a product has them. */
export const environmentOf = (settings: S3Settings): Record<string, string> => ({
  S3_ENDPOINT: settings.endpoint ?? "",
  S3_REGION: settings.region,
  S3_BUCKET: settings.bucket,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  S3_PREFIX: settings.prefix,
});

/**
 * The server writes the places of its long listings in DES, which today's OpenSSL has only in its threefold form. With
 * the same key three times that is the same cipher.
 */
function bringDesBack(): void {
  const { createCipheriv, createDecipheriv } = crypto;
  if (createCipheriv.name === "createWithDes") return;
  // The cast holds because the key of DES is always given as bytes.
  const thrice = (key: unknown) => Buffer.concat([key as Buffer, key as Buffer, key as Buffer]);
  const withDes = <Create extends (...args: never[]) => unknown>(create: Create): Create => {
    const createWithDes = (cipher: unknown, key: unknown, ...rest: unknown[]) =>
      cipher === "des"
        ? Reflect.apply(create, crypto, ["des-ede3-cbc", thrice(key), ...rest])
        : Reflect.apply(create, crypto, [cipher, key, ...rest]);
    // The cast holds because it takes and returns what `create` does.
    return createWithDes as unknown as Create;
  };
  crypto.createCipheriv = withDes(createCipheriv);
  crypto.createDecipheriv = withDes(createDecipheriv);
}
