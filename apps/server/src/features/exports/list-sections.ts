import { notificationTypes, staffActor } from "@caramelo/contract/notifications/types";
import type { CategoryName } from "@caramelo/contract/personal-data/categories";
import { messagingTexts } from "@caramelo/contract/texts/messaging";
import type { ClientBase } from "pg";
import { cityLabelOf } from "../../platform/cities/cities.ts";
import type { Context } from "../../platform/context.ts";
import { NIL_ID } from "../../platform/ids.ts";
import type { TableName } from "../../platform/inventory.ts";
import { photoNameOf } from "../../platform/storage/key-rules.ts";
import { readOwnAccesses } from "../accounts/export-commands.ts";
import { findPeople } from "../member-cards/commands.ts";
import {
  listExportedMessages,
  listOwnConversations,
  type OwnConversation,
} from "../messaging/queries/exported-messages.ts";
import { listReportedOf } from "../moderation/queries/reports.ts";
import { type HeldRow, type Holder, listHeldRows } from "./row-queries.ts";
import { fieldOf, listSources, pictureOf, type Source, type Tables } from "./source-rules.ts";

const PAGE = 500;
/** The name of the member in rows about both. */
const SELF = "Você";

export type Reading = Pick<Context, "db" | "clock" | "keptPeople" | "sealer"> & {
  holder: Holder;
  /** The columns of the primary key of each table, by its name in the database. */
  keys: ReadonlyMap<string, string[]>;
  /** Lends a connection of the database's owner. */
  withOwner: <T>(work: (owner: Pick<ClientBase, "query">) => Promise<T>) => Promise<T>;
};

/** A row of the export, by the names of its fields. */
export type Row = Readonly<Record<string, unknown>>;

/** One list of the export. Each call of `read` reads it again, a page at a time. */
export type Section = { name: TableName; category: CategoryName; read: () => AsyncIterable<Row> };

type Reader = (reading: Reading, source: Source) => AsyncIterable<Row>;

/** The tables that a feature presents. `null`: its rows are part of another section. */
const PRESENTED: Partial<Record<TableName, Reader | null>> = {
  accessRecord: readAccesses,
  hiddenPhoto: readPhotos,
  message: readMessages,
  notification: readNotifications,
  photo: readPhotos,
  profile: readProfile,
  reaction: null,
  report: readReports,
};

/** All lists of the export of one member. */
export function listSections(reading: Reading, tables: Tables): Section[] {
  return listSources(tables).flatMap((source) => {
    const { table, category } = source;
    const reader = source.isPresented ? PRESENTED[table] : readRows;
    if (reader === undefined) throw new Error(`nobody presents ${table} in an export`);
    return reader === null ? [] : [{ name: table, category, read: () => reader(reading, source) }];
  });
}

/** The rows as the inventory declares them, with names in place of people. */
async function* readRows(reading: Reading, source: Source): AsyncGenerator<Row> {
  for await (const page of readPages(reading, source)) yield* await namePeople(reading, source, page);
}

async function* readPages({ db, holder, keys }: Reading, source: Source): AsyncGenerator<HeldRow[]> {
  const key = keys.get(source.table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  if (!key) throw new Error(`${source.table} has no primary key`);
  let after: string[] | undefined;
  for (;;) {
    const page = await listHeldRows(db, source, holder, { key, after, limit: PAGE });
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.key;
  }
}

async function namePeople(reading: Reading, source: Source, page: HeldRow[]): Promise<Row[]> {
  const ids = page.flatMap((row) => source.people.map((column) => row[column]).filter(isText));
  const nameOf = await findNames(reading, ids);
  return page.map((row) =>
    Object.fromEntries(
      source.columns.map((column) => {
        const value = row[column];
        return [fieldOf(column, source), source.people.includes(column) && isText(value) ? nameOf(value) : value];
      }),
    ),
  );
}

const isText = (value: unknown): value is string => typeof value === "string";

/**
 * Finds the names of people as the member may see them. Members who left and members hidden from the reader look alike,
 * as in the conversations.
 */
async function findNames(reading: Reading, ids: readonly string[]): Promise<(id: string) => string> {
  const { id: ownId } = reading.holder;
  const otherIds = [...new Set(ids)].filter((id) => id !== ownId);
  const people = await findPeopleOf(reading, otherIds);
  return (id) => (id === ownId ? SELF : (people.get(id)?.name ?? messagingTexts.unavailableName));
}

const findPeopleOf = ({ clock, db, keptPeople, holder }: Reading, ids: string[]) =>
  findPeople({ db, keptPeople }, { ids, viewerId: holder.id, now: clock.now(), needsPresence: false });

async function* readProfile(reading: Reading, source: Source): AsyncGenerator<Row> {
  for await (const { cityId, ...row } of readRows(reading, source))
    yield { ...row, city: typeof cityId === "number" ? cityLabelOf(cityId) : null };
}

/** The rows of photos, each with the place of its picture in the ZIP. */
async function* readPhotos(reading: Reading, source: Source): AsyncGenerator<Row> {
  for await (const row of readRows(reading, source))
    yield { ...row, fileName: pictureOf(photoNameOf(String(row.fileName)).name) };
}

/** The stored names of all photos of the member, in the gallery and hidden. */
export async function* listPhotoFiles(reading: Reading, tables: Tables): AsyncGenerator<string> {
  const sources = listSources(tables).filter(({ table }) => table === "photo" || table === "hiddenPhoto");
  for (const source of sources) {
    for await (const { fileName } of readRows(reading, source)) yield String(fileName);
  }
}

/** Names people as the bell does: the staff has no names, and members who left or are hidden are left out. */
async function* readNotifications(reading: Reading, source: Source): AsyncGenerator<Row> {
  for await (const page of readPages(reading, source)) {
    const people = await findPeopleOf(reading, [...new Set(page.map(({ actorId }) => String(actorId)))]);
    for (const { actorId, type, createdAt, dismissedAt } of page) {
      const isFromStaff = Object.entries(notificationTypes).some(
        ([name, section]) => name === type && section.isFromStaff,
      );
      const actor = isFromStaff ? staffActor : people.get(String(actorId))?.name;
      if (actor !== undefined) yield { actor, type, createdAt, dismissedAt };
    }
  }
}

async function* readReports(reading: Reading, source: Source): AsyncGenerator<Row> {
  for await (const page of readPages(reading, source)) {
    const reportedIds = await listReportedOf(
      reading.db,
      page.map(({ key: [id = ""] }) => id),
    );
    const nameOf = await findNames(reading, [...reportedIds.values()]);
    for (const { key, reason, details, createdAt } of page) {
      yield { reported: nameOf(reportedIds.get(key[0] ?? "") ?? ""), reason, details, createdAt };
    }
  }
}

async function* readAccesses({ sealer, withOwner, holder }: Reading): AsyncGenerator<Row> {
  yield* readOwnAccesses({ sealer, withOwner }, holder.id, PAGE);
}

/** One conversation after another, each from its oldest message; `conversation` numbers them. */
async function* readMessages(reading: Reading): AsyncGenerator<Row> {
  const { db, holder } = reading;
  let after = NIL_ID;
  let number = 0;
  for (;;) {
    const page = await listOwnConversations(db, holder.id, after, PAGE);
    const nameOf = await findNames(
      reading,
      page.map(({ otherId }) => otherId),
    );
    for (const conversation of page) {
      number += 1;
      yield* readConversation(reading, conversation, { number, other: nameOf(conversation.otherId) });
    }
    if (page.length < PAGE) return;
    after = page.at(-1)?.otherId ?? NIL_ID;
  }
}

type Numbered = { number: number; other: string };

async function* readConversation(
  { db, holder }: Reading,
  { otherId, clearedUpTo }: OwnConversation,
  { number, other }: Numbered,
): AsyncGenerator<Row> {
  let after = clearedUpTo;
  for (;;) {
    const page = await listExportedMessages(db, { ownerId: holder.id, otherId, after, limit: PAGE });
    for (const { seq, isMine, reactions, ...message } of page) {
      after = seq;
      yield {
        conversation: number,
        isMine,
        sender: isMine ? SELF : other,
        recipient: isMine ? other : SELF,
        ...message,
        reactions: reactions.map(({ isMine: isOwn, emoji, reactedAt }) => ({
          member: isOwn ? SELF : other,
          emoji,
          reactedAt,
        })),
      };
    }
    if (page.length < PAGE) return;
  }
}
