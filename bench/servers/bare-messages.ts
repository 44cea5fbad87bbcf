import type { KeyObject } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type pg from "pg";
import { APP_ROLE, type Connection, openDatabase } from "../../apps/server/src/platform/database/database.ts";
import { answerBench } from "../processes.ts";
import { dayInBrazil, findViewer, photoLinker, presenceOf, readPhotoKey, serveJson } from "./bare-http.ts";

// The list of conversations and a page of messages as one would write them by hand over node:http and pg: the session by
// the hash of its token (one query), the page (one query, so one snapshot), and JSON.stringify. Same pool, same rights,
// and the same answer to the letter.

const LIST_PAGE = 30;
const PAGE = 20;

/** Online, available, recent and offline, as the list has them; the fixture makes nobody available. */
const ORDER = ["online", "available", "recent", "offline"];
const OFFLINE = 3;

const RANK = `
  case when presence.is_hidden or presence.last_active_at is null then ${OFFLINE}
    when presence.left_at is null and presence.last_active_at >= $2::timestamptz - interval '5 minutes' then 0
    when presence.last_active_at >= date_trunc('day', $2::timestamptz, 'America/Sao_Paulo') then 2
    else ${OFFLINE} end`;

// Whom an earlier page has shown by their presence comes once more among the rest.
const BY_PRESENCE = `
  select c.*, case when seen.rank < ${OFFLINE} and (seen.rank > $4 or seen.rank = $4 and c.last_seq < $3)
    then seen.rank else ${OFFLINE} end as rank
  from conversation c left join presence on presence.member_id = c.other_id cross join lateral (select ${RANK} as rank) seen`;
const LATEST = `select c.*, $4::int as rank from conversation c`;

const listText = (isLatestFirst: boolean, isSearch: boolean) => `
  select stream.last_seq as cursor,
    stream.unread as unread_total, listed.*
  from (select last_seq, unread from member_stream where member_id = $1) stream
  left join lateral (
    select c.last_seq, c.rank, c.unread, p.member_id as peer_id, p.name, p.is_verified, p.is_managed, p.is_demo,
      photo.file_name, presence.last_active_at, presence.left_at, presence.is_hidden,
      coalesce(e.has_courtesy_premium or e.premium_until > $2, false) as is_premium,
      m.id, m.sender_id = $1 as is_mine, m.sender_seq, m.recipient_seq, m.client_id, m.text, m.sent_at, m.read_at
    from (
      ${isLatestFirst ? LATEST : BY_PRESENCE} join profile p on p.member_id = c.other_id
      where c.owner_id = $1 and c.last_seq > c.cleared_up_to and p.is_active
        ${isLatestFirst ? "and c.last_seq < $3" : ""}
        ${isSearch ? "and strpos(fold_search_text(p.name), fold_search_text($5)) > 0" : ""}
        and not exists (select from hidden_pair where viewer_id = $1 and hidden_pair.other_id = c.other_id)
      order by ${isLatestFirst ? "" : "rank,"} c.last_seq desc limit ${LIST_PAGE + 1}
    ) c
      join profile p on p.member_id = c.other_id
      join message m on m.id = c.last_message_id
      left join photo on photo.member_id = c.other_id and photo.position = 0
      left join presence on presence.member_id = c.other_id
      left join entitlement e on e.member_id = c.other_id
  ) listed on true
  order by listed.rank, listed.last_seq desc`;

const HISTORY = `
  select stream.last_seq as cursor, message.*, quoted.id as quoted_id, quoted.sender_id = $1 as is_quoted_mine,
    case when quoted.sender_id = $1 then quoted.sender_seq else quoted.recipient_seq end as quoted_seq,
    left(quoted.text, 120) as quoted_text, mine.cleared_up_to,
    (select emoji from reaction where message_id = message.id and member_id = $1) as my_reaction,
    (select emoji from reaction where message_id = message.id and member_id = $2) as their_reaction
  from (select coalesce((select last_seq from member_stream where member_id = $1), 0) as last_seq) stream
  join profile me on me.member_id = $1 and me.is_open
  join profile peer on peer.member_id = $2 and peer.role <> 'admin'
  join conversation mine on mine.owner_id = $1 and mine.other_id = $2
  left join lateral (
    (
      select id, sender_seq as seq, client_id, true as is_mine, text, sent_at, read_at, reply_to_id, warnings from message
      where sender_id = $1 and recipient_id = $2 and sender_seq > mine.cleared_up_to and sender_seq < $3
      order by sender_seq desc limit ${PAGE + 1}
    ) union all (
      select id, recipient_seq, null, false, text, sent_at, read_at, reply_to_id, warnings from message
      where recipient_id = $1 and sender_id = $2 and recipient_seq > mine.cleared_up_to and recipient_seq < $3
      order by recipient_seq desc limit ${PAGE + 1}
    )
    order by seq desc limit ${PAGE + 1}
  ) message on true
  left join message quoted on quoted.id = message.reply_to_id
  order by message.seq desc`;

const LAST = 999_999_999_999_999;

type Server = { pool: pg.Pool; key: KeyObject };
type MessageRow = {
  id: string | null;
  client_id: string;
  is_mine: boolean;
  text: string;
  sent_at: Date;
  read_at: Date;
};
type HistoryRow = MessageRow & {
  cursor: number;
  seq: number;
  cleared_up_to: number;
  quoted_id: string | null;
  quoted_seq: number;
  is_quoted_mine: boolean;
  quoted_text: string;
  my_reaction: string | null;
  their_reaction: string | null;
  warnings: string[] | null;
};
type ListRow = MessageRow & {
  cursor: number;
  unread_total: number;
  last_seq: number;
  rank: number;
  unread: number;
  peer_id: string;
  name: string;
  is_verified: boolean;
  is_managed: boolean;
  is_demo: boolean;
  is_premium: boolean;
  file_name: string | null;
  last_active_at: Date | null;
  left_at: Date | null;
  is_hidden: boolean | null;
  sender_seq: number;
  recipient_seq: number;
};

function presentMessage({ id, client_id, is_mine, text, sent_at, read_at }: MessageRow, seq: number) {
  const clientId = is_mine ? client_id : null;
  return { id, seq, clientId, isMine: is_mine, text, sentAt: sent_at, readAt: read_at };
}

function presentContext(row: HistoryRow) {
  const text = row.quoted_seq > row.cleared_up_to ? row.quoted_text : null;
  const replyTo = row.quoted_id && { id: row.quoted_id, seq: row.quoted_seq, isMine: row.is_quoted_mine, text };
  const reactions = { mine: row.my_reaction, theirs: row.their_reaction };
  return { replyTo, reactions, warnings: row.is_mine ? [] : (row.warnings ?? []) };
}

async function answerHistory({ pool }: Server, me: string, peer: string, before: number): Promise<string> {
  const { rows } = await pool.query<HistoryRow>(HISTORY, [me, peer, before]);
  const [first] = rows;
  if (!first) throw new Error("no such conversation");
  const found = rows.filter(({ id }) => id !== null);
  const messages = found.slice(0, PAGE).reverse();
  return JSON.stringify({
    messages: messages.map((row) => ({ ...presentMessage(row, row.seq), ...presentContext(row) })),
    hasMore: found.length > PAGE,
    cursor: first.cursor,
  });
}

function presentPeer(row: ListRow, key: KeyObject, now: Date, today: string) {
  return {
    id: row.peer_id,
    name: row.name,
    photoUrl: row.file_name === null ? null : photoLinker(row.file_name, key, now)(320),
    presence: presenceOf(row, now, today),
    isVerified: row.is_verified,
    isPremium: row.is_premium,
    isManaged: row.is_managed,
    isDemo: row.is_demo,
    isAvailable: true,
  };
}

async function answerList({ pool, key }: Server, me: string, query: URLSearchParams, now: Date): Promise<string> {
  const today = dayInBrazil(now);
  const [presence, seq] = query.get("before")?.split(".") ?? [];
  const [after, q] = [presence === undefined ? -1 : ORDER.indexOf(presence), query.get("q")];
  const isLatestFirst = query.get("sort") === "latest" || after === OFFLINE;
  const values = [me, now, Number(seq ?? LAST), isLatestFirst ? OFFLINE : after, ...(q === null ? [] : [q])];
  const { rows } = await pool.query<ListRow>(listText(isLatestFirst, q !== null), values);
  const [first] = rows;
  if (!first) throw new Error("no list");
  const found = rows.filter(({ id }) => id !== null);
  const page = found.slice(0, LIST_PAGE);
  const end = page.at(-1);
  return JSON.stringify({
    conversations: page.map((row) => ({
      peer: presentPeer(row, key, now, today),
      lastMessage: presentMessage(row, row.is_mine ? row.sender_seq : row.recipient_seq),
      unread: row.unread,
      lastSeq: row.last_seq,
    })),
    next: end && found.length > page.length ? `${ORDER[end.rank]}.${end.last_seq}` : null,
    cursor: first.cursor,
    unreadTotal: first.unread_total,
  });
}

async function answer(server: Server, request: IncomingMessage): Promise<string> {
  const now = new Date();
  const { pathname, searchParams } = new URL(request.url ?? "", "http://bare");
  const { id } = await findViewer(server.pool, request, now);
  const peer = /^\/api\/conversations\/([\w-]{36})\/messages$/.exec(pathname)?.[1];
  if (!peer) return answerList(server, id, searchParams, now);
  return answerHistory(server, id, peer, Number(searchParams.get("before") ?? LAST));
}

/** Answers the origin at which it is reached. */
async function start(connection: Connection): Promise<string> {
  const { pool } = openDatabase(connection, { role: APP_ROLE });
  const server = { pool, key: await readPhotoKey(pool) };
  return serveJson((request) => answer(server, request));
}

answerBench({ start });
