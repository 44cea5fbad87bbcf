import type { KeyObject } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type pg from "pg";
import { citiesWithin, findCity, listCities } from "../../apps/server/src/platform/cities/cities.ts";
import { APP_ROLE, type Connection, openDatabase } from "../../apps/server/src/platform/database/database.ts";
import { answerBench } from "../processes.ts";
import { type CardRow, listCards, presentCard } from "./bare-cards.ts";
import { dayInBrazil, findViewer, readPhotoKey, serveJson, type Viewer } from "./bare-http.ts";

// The discovery page as one would write it without libraries over node:http and pg, without framework, contract, validation,
// limits, headers or logs: the session by the hash of its token together with the viewer (one query), the page (mostly
// one query), its cards (one query), and JSON.stringify. Same pool, same rights, and the same answer to the letter.

type Key = { segment: number; key: number; id: string };
const PAGE = 24;
const unlocatedIds = listCities()
  .filter(({ lat, lng }) => lat === null || lng === null)
  .map(({ id }) => id);

const yearsBefore = (day: string, years: number) => `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;

/** The key after which a cursor goes on; without a cursor, the one before the first page. */
function readCursor(text: string | null): Key {
  if (text === null) return { segment: 0, key: -1, id: "" };
  const bytes = Buffer.from(text, "base64url");
  const id = bytes.toString("hex", 5).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { segment: bytes.readUInt8(0), key: bytes.readUInt32BE(1), id };
}

function writeCursor({ segment, key, id }: Key): string {
  const head = Buffer.alloc(5);
  head.writeUInt8(segment, 0);
  head.writeUInt32BE(key, 1);
  return Buffer.concat([head, Buffer.from(id.replaceAll("-", ""), "hex")]).toString("base64url");
}

function listCityIds(query: URLSearchParams): number[] | undefined {
  const [city, km] = [query.get("cityId"), query.get("distanceKm")];
  return city && km && Number(km) < 200 ? [...citiesWithin(Number(city), Number(km)), ...unlocatedIds] : undefined;
}

/** One segment of the order: each side, and with cities each wildcard, in the order of its own index. */
function buildSegment(viewer: Viewer, query: URLSearchParams, today: string, start: Key, limit: number) {
  const values: unknown[] = [];
  const value = (one: unknown) => `$${values.push(one)}`;
  const [min, max, wanted] = [query.get("ageMin"), query.get("ageMax"), query.get("role")];
  const cities = listCityIds(query);
  const seed = Number(query.get("seed"));
  const roles = (viewer.role === "baby" ? ["daddy", "mommy"] : ["baby"]).filter((role) => !wanted || role === wanted);
  const conditions = cities ? ["city_id = any(C)", "is_wildcard_city and city_id <> all(C)"] : ["true"];
  const asked = (role: string, where: string) => `
    select shuffle_key as key, member_id as id from profile
    where is_active and role = ${value(role)} and tier = ${value(Math.floor(start.segment / 2))}
      and shuffle_key ${start.segment % 2 === 0 ? ">=" : "<"} ${value(seed)}
      ${start.id ? `and (shuffle_key, member_id) > (${value(start.key)}, ${value(start.id)})` : ""}
      ${max && Number(max) < 80 ? `and estimated_birth_on > ${value(yearsBefore(today, Number(max) + 1))}` : ""}
      ${min ? `and estimated_birth_on <= ${value(yearsBefore(today, Number(min)))}` : ""}
      and ${where.replace("C", () => value(cities))} and member_id <> ${value(viewer.id)}
      and not exists (select from hidden_pair where viewer_id = ${value(viewer.id)} and other_id = member_id)
    order by shuffle_key, member_id limit ${value(limit)}`;
  const parts = roles.flatMap((role) => conditions.map((where) => asked(role, where)));
  const text =
    parts.length === 1
      ? (parts[0] ?? "")
      : `select * from ((${parts.join(") union all (")})) found order by key, id limit ${value(limit)}`;
  return { text, values };
}

async function listKeys(pool: pg.Pool, viewer: Viewer, query: URLSearchParams, today: string): Promise<Key[]> {
  const keys: Key[] = [];
  const start = readCursor(query.get("cursor"));
  for (let segment = start.segment; segment < 8 && keys.length <= PAGE; segment++) {
    const from = segment === start.segment ? start : { segment, key: -1, id: "" };
    const { text, values } = buildSegment(viewer, query, today, from, PAGE + 1 - keys.length);
    const { rows } = await pool.query<{ key: number; id: string }>(text, values);
    keys.push(...rows.map((row) => ({ ...row, segment })));
  }
  return keys;
}

async function answer(pool: pg.Pool, key: KeyObject, request: IncomingMessage): Promise<string> {
  const now = new Date();
  const today = dayInBrazil(now);
  const query = new URL(request.url ?? "", "http://bare").searchParams;
  const viewer = await findViewer(pool, request, now);
  const keys = await listKeys(pool, viewer, query, today);
  const shown = keys.slice(0, PAGE);
  const rows = await listCards(pool, [shown.map(({ id }) => id), viewer.id, now]);
  const rowById = new Map(rows.map((row): [string, CardRow] => [row.id, row]));
  const centre = findCity(Number(query.get("cityId")));
  const profiles = shown.flatMap(({ id }) => {
    const row = rowById.get(id);
    return row ? [presentCard(row, { viewer, key, now, today, centre })] : [];
  });
  const last = shown.at(-1);
  return JSON.stringify({ profiles, next: keys.length > PAGE && last ? writeCursor(last) : null });
}

/** Answers the origin at which it is reached. */
async function start(connection: Connection): Promise<string> {
  const { pool } = openDatabase(connection, { role: APP_ROLE });
  const key = await readPhotoKey(pool);
  return serveJson((request) => answer(pool, key, request));
}

answerBench({ start });
