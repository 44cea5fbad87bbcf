import { createHash, createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type pg from "pg";

// What the bare servers over node:http and pg share: no framework, contract, validation, limits, headers or log.

const DAY_MS = 86_400_000;
const BRAZIL_MS = 3 * 3_600_000;

export type Viewer = { id: string; role: string; city_id: number };

const SESSION = `
  select profile.member_id as id, profile.role, profile.city_id
  from session join profile on profile.member_id = session.member_id
  where session.token_hash = $1 and session.ended_at is null and session.expires_at > $2 and profile.is_active`;

/** The member of a request's session with what the pages need of them, in one query. */
export async function findViewer(pool: pg.Pool, request: IncomingMessage, now: Date): Promise<Viewer> {
  const token = /(?:^|; )caramelo=([\w-]{43})/.exec(request.headers.cookie ?? "")?.[1] ?? "";
  const tokenHash = createHash("sha256").update(token).digest();
  const [viewer] = (await pool.query<Viewer>(SESSION, [tokenHash, now])).rows;
  if (!viewer) throw new Error("no session");
  return viewer;
}

export const dayInBrazil = (moment: Date) => new Date(moment.getTime() - BRAZIL_MS).toISOString().slice(0, 10);

type PresenceRow = { last_active_at: Date | null; left_at: Date | null; is_hidden: boolean | null };

export function presenceOf({ last_active_at, left_at, is_hidden }: PresenceRow, now: Date, today: string): string {
  if (is_hidden || !last_active_at) return "offline";
  if (!left_at && now.getTime() - last_active_at.getTime() <= 300_000) return "online";
  // Members of the fixture were last here in the future.
  return last_active_at.getTime() > now.getTime() || dayInBrazil(last_active_at) === today ? "recent" : "offline";
}

/** The key of the links to photos, as the product made it. */
export async function readPhotoKey(pool: pg.Pool): Promise<KeyObject> {
  const { rows } = await pool.query<{ value: Buffer }>("select value from secret where name = 'photo-links'");
  return createSecretKey(rows[0]?.value ?? Buffer.alloc(0));
}

const SIZES = [320, 960, 1920];

/** A function that links to the sizes of one photo. */
export function photoLinker(fileName: string, key: KeyObject, now: Date): (size: number) => string {
  const path = fileName.replace(/\/gallery\/\d+-/, "/").replace(/\.webp$/, "");
  const offset = createHash("sha256").update(path).digest().readUInt32BE(0) % DAY_MS;
  const day = Math.floor((now.getTime() + offset) / DAY_MS);
  const signatures = createHmac("sha512", key).update(`${path} ${day}`).digest("base64url");
  return (size) => {
    const start = SIZES.indexOf(size) * 22;
    return `/api/photos/${path}/${size}?s=${signatures.slice(start, start + 22)}`;
  };
}

/** Serves the JSON texts of `answer`; answers the origin at which it is reached. */
export async function serveJson(answer: (request: IncomingMessage) => Promise<string>): Promise<string> {
  const server = createServer((request, response) => {
    answer(request).then(
      (body) => {
        const length = Buffer.byteLength(body);
        response.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": length });
        response.end(body);
      },
      (error: Error) =>
        response.writeHead(500, { "content-length": 0 }).end() && process.stderr.write(`${error.stack}\n`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
