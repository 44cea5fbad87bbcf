import type { KeyObject } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type pg from "pg";
import { APP_ROLE, type Connection, openDatabase } from "../../apps/server/src/platform/database/database.ts";
import { answerBench } from "../processes.ts";
import { CARD_COLUMNS, CARD_JOINS, type CardRow, presentCard } from "./bare-cards.ts";
import { dayInBrazil, findViewer, photoLinker, readPhotoKey, serveJson, type Viewer } from "./bare-http.ts";

// The calls of a signed-in member as one would write them by hand over node:http and pg: the session by the hash of its
// token (one query), what is asked for (one query), and JSON.stringify. Same pool, same rights, and the same answer to the letter.

const BELL_MAX = 50;
const PAGE = 24;

const SETTINGS = `
  select coalesce(has_pop_ups, true) as "hasPopUps", coalesce(has_sound, true) as "hasSound",
    coalesce(mail_messages, 'never') as "mailMessages", coalesce(mail_favorites, 'never') as "mailFavorites",
    coalesce(mail_visits, 'never') as "mailVisits", coalesce(has_push_messages, true) as "hasPushMessages",
    coalesce(has_push_activity, true) as "hasPushActivity", coalesce(has_names_outside, false) as "hasNamesOutside",
    coalesce(is_hidden, false) as "isPresenceHidden", coalesce(is_invisible, false) as "isInvisible",
    coalesce(offers_availability, false) as "offersAvailability",
    coalesce(has_discreet_titles, false) as "hasDiscreetTitles"
  from member left join member_setting s on s.member_id = id left join presence p on p.member_id = id
  where id = $1`;

const isVisible = (other: string) => `
  p.is_active and not exists (select from hidden_pair where viewer_id = $1 and other_id = ${other})`;

const BELL = `
  with bell as (
    select n.id, n.type, n.created_at, n.actor_id, p.name
    from notification n join profile p on p.member_id = n.actor_id
    where n.member_id = $1 and n.dismissed_at is null and n.type <> 'message' and ${isVisible("n.actor_id")}
    order by n.created_at desc, n.id limit 100
  )
  select bell.*, photo.file_name, (select count(*)::int from bell) as unread
  from bell left join photo on photo.member_id = bell.actor_id and photo.position = 0
  order by created_at desc, id limit ${BELL_MAX}`;

const cards = (listed: string, others: string) => `
  select listed.at, ${others} as total, ${CARD_COLUMNS.replaceAll("$2", "$1").replaceAll("$3", "$2")}
  from (${listed} limit ${PAGE + 1}) listed join profile p on p.member_id = listed.id ${CARD_JOINS}
  order by listed.at desc, listed.id desc`;

const FAVORITES = cards(
  `select f.favorite_id as id, f.created_at as at from favorite f join profile p on p.member_id = f.favorite_id
   where f.member_id = $1 and ${isVisible("f.favorite_id")} order by f.created_at desc, f.favorite_id desc`,
  "0",
);

const visitors = `visit v join profile p on p.member_id = v.visitor_id
   where v.visited_id = $1 and v.visited_at > $2::timestamptz - interval '12 months' and ${isVisible("v.visitor_id")}`;
const VISITS = cards(
  `select v.visitor_id as id, v.visited_at as at from ${visitors} order by v.visited_at desc, v.visitor_id desc`,
  `(select count(*)::int from (select from ${visitors} limit 1000) one)`,
);

type Server = { pool: pg.Pool; key: KeyObject };
type Asked = Server & { viewer: Viewer; now: Date };
type Listed = CardRow & { at: Date; total: number };
type BellRow = {
  id: string;
  type: string;
  created_at: Date;
  actor_id: string;
  name: string;
  file_name: string | null;
  unread: number;
};

async function answerSettings({ pool, viewer }: Asked): Promise<unknown> {
  return (await pool.query(SETTINGS, [viewer.id])).rows[0];
}

async function answerBell({ pool, key, viewer, now }: Asked): Promise<unknown> {
  const { rows } = await pool.query<BellRow>(BELL, [viewer.id]);
  return {
    notifications: rows.map(({ id, type, created_at: at, actor_id, name, file_name }) => {
      const photoUrl = file_name === null ? null : photoLinker(file_name, key, now)(320);
      return { id, type, actor: { id: actor_id, name, photoUrl }, at };
    }),
    unread: rows[0]?.unread ?? 0,
  };
}

async function listPeople({ pool, key, viewer, now }: Asked, text: string) {
  const today = dayInBrazil(now);
  const { rows } = await pool.query<Listed>(text, [viewer.id, now]);
  if (rows.length > PAGE) throw new Error("the fixture has one page only");
  const presentation = { viewer, key, now, today, centre: undefined };
  return rows.map((row) => ({ profile: presentCard(row, presentation), day: dayInBrazil(row.at), total: row.total }));
}

async function answerFavorites(asked: Asked): Promise<unknown> {
  return { profiles: (await listPeople(asked, FAVORITES)).map(({ profile }) => profile), next: null };
}

async function answerVisits(asked: Asked): Promise<unknown> {
  const people = await listPeople(asked, VISITS);
  const visits = people.map(({ profile, day }) => ({ profile, day }));
  return { total: people[0]?.total ?? 0, visitors: visits, next: null };
}

const answers: Record<string, (asked: Asked) => Promise<unknown>> = {
  "/api/settings": answerSettings,
  "/api/notifications": answerBell,
  "/api/favorites": answerFavorites,
  "/api/visits": answerVisits,
};

async function answer(server: Server, request: IncomingMessage): Promise<string> {
  const now = new Date();
  const find = answers[request.url ?? ""];
  if (!find) throw new Error(`no such call: ${request.url}`);
  return JSON.stringify(await find({ ...server, viewer: await findViewer(server.pool, request, now), now }));
}

/** Answers the origin at which it is reached. */
async function start(connection: Connection): Promise<string> {
  const { pool } = openDatabase(connection, { role: APP_ROLE });
  const server = { pool, key: await readPhotoKey(pool) };
  return serveJson((request) => answer(server, request));
}

answerBench({ start });
