import { fork } from "node:child_process";
import crypto from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import S3rver from "s3rver";
import type { S3Settings } from "../platform/storage/s3-bucket.ts";

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
  const directory = await mkdtemp(join(tmpdir(), "caramelo-s3-"));
  let runningServer = await serveS3(directory, 0);
  const stop = () => runningServer.server.close();
  return {
    settings: settingsAt(runningServer.port),
    stop,
    restart: async () => {
      runningServer = await serveS3(directory, runningServer.port);
    },
    remove: async () => {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Serves the objects of a folder at a port; 0 for a free one. */
export async function serveS3(directory: string, port: number) {
  bringDesBack();
  const configureBuckets = [{ name: BUCKET }];
  const server = new S3rver({ address: "127.0.0.1", port, silent: true, directory, configureBuckets });
  return { server, ...(await server.run()) };
}

const settingsAt = (port: number): S3Settings => ({
  endpoint: `http://127.0.0.1:${port}`,
  region: "us-east-1",
  bucket: BUCKET,
  accessKeyId: KEY,
  secretAccessKey: KEY,
  prefix: "",
});

/** A store in its own process, which can die in the middle of a request. */
export type S3Process = {
  settings: S3Settings;
  /** Ends the store as a crash does. */
  kill(): Promise<void>;
  /** Starts a killed store again, with its objects and on the same port. */
  restart(): Promise<void>;
  /** Ends the store and removes its objects. */
  remove(): Promise<void>;
};

export async function startS3Process(): Promise<S3Process> {
  const directory = await mkdtemp(join(tmpdir(), "caramelo-s3-"));
  const program = fileURLToPath(new URL("./s3-server.fixture.ts", import.meta.url));
  const start = async (port: number) => {
    const child = fork(program, [directory, String(port)], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    // An exit ends the wait as well, because then no port will come.
    const [message] = await Promise.race([once(child, "message"), once(child, "exit")]);
    // The cast is safe, because the fixture sends nothing else.
    const childPort = (message as { port?: number } | null)?.port;
    if (childPort === undefined) throw new Error("the store did not start");
    return { child, port: childPort };
  };
  let runningPort = await start(0);
  const kill = async () => {
    const { child } = runningPort;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  };
  return {
    settings: settingsAt(runningPort.port),
    kill,
    restart: async () => {
      runningPort = await start(runningPort.port);
    },
    remove: async () => {
      await kill();
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
