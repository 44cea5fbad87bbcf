import { sql } from "kysely";
import { expect, test } from "vitest";
import { inventory } from "../../start/inventory.ts";
import { makeDataRequest } from "../../testing/data-requests.ts";
import { exportOf } from "../../testing/exports.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { HIDDEN_WORD } from "../../testing/whole-member/rows.ts";
import { fillMember } from "../../testing/whole-member.ts";
import { openWorld } from "../../testing/world.ts";
import { fieldOf, fileOf, type HolderAddress, listSources } from "./source-rules.ts";

const FOREIGN_WORDS = "Palavras de outra conta";

const world = await openWorld();
const member = await fillMember(world);
const other = await fillMember(world);
// The erasure of the account waits, and the consent to sensitive data is withdrawn: the export has that as well.
const [askedAt, endsAt] = [new Date(), new Date(Date.now() + 86_400_000)];
await world.owner
  .insertInto("erasure")
  .values({ memberId: member.id, requestedAt: askedAt, endsAt, remindedAt: askedAt })
  .execute();
await world.owner
  .updateTable("profile")
  .set({ deactivatedAt: askedAt, erasesAt: endsAt, consentWithdrawnAt: askedAt })
  .where("memberId", "=", member.id)
  .execute();
// Somebody else sent a request and a notice in their own session with the address that is the member's now.
await makeDataRequest(world.owner, { id: other.id, email: member.email }, { words: FOREIGN_WORDS });
await world.owner
  .updateTable("notice")
  .set({ senderEmail: member.email, words: FOREIGN_WORDS })
  .where("senderId", "=", other.id)
  .execute();
const files = await exportOf(world, await openBrowserOf(world, member.id));
const textOf = (name: string) => files.get(name)?.toString("utf8") ?? "";
const page = textOf("index.html");

/** What a feature shows in place of a column. */
const PRESENTED: Record<string, string> = {
  "accessRecord.sealed": "address",
  "profile.cityId": "city",
  "message.senderId": "sender",
  "message.recipientId": "recipient",
};
/** These hold only for members who are not signed in, or for staff. */
const NEVER_FILLED = [
  "profile.ageGate",
  "profile.suspendedAt",
  "profile.suspendedUntil",
  "profile.bannedAt",
  "profile.staffRole",
];
const sources = listSources(inventory.tables).filter(({ table }) => table !== "reaction");

test.each(sources)(
  "[D5.16] the export has each exported column of the table $table, whose rows a member holds",
  (source) => {
    const rows: Record<string, unknown>[] = JSON.parse(textOf(fileOf(source.table)));
    expect(rows.length).toBeGreaterThan(0);
    for (const column of source.columns) {
      const field = PRESENTED[`${source.table}.${column}`] ?? fieldOf(column, source);
      const values = rows.map((row) => row[field]);
      if (NEVER_FILLED.includes(`${source.table}.${column}`)) expect(values).toEqual([null]);
      else
        expect(
          values.some((value) => value !== null && value !== undefined),
          column,
        ).toBe(true);
    }
    const fields = new Set(rows.flatMap((row) => Object.keys(row)));
    const concealed = Object.entries(inventory.tables[source.table].columns).filter(
      ([, use]) => !["exported", "person"].includes(use),
    );
    expect(concealed.map(([column]) => column).filter((column) => fields.has(column))).toEqual([]);
  },
);

test("[D5.16] the export has the values as they are stored, and reactions with their messages", () => {
  const whole = [...files.values()].map((file) => file.toString("utf8")).join("\n");
  for (const value of [
    member.email,
    "203.0.113.77",
    "Motivo da medida",
    "00020126-codigo-pix",
    "Palavras do aviso",
    "Outro: detalhes da denúncia",
    "Um assunto de teste",
    "São Paulo, SP",
  ])
    expect(whole).toContain(value);
  const messages = JSON.parse(textOf("dados/message.json"));
  expect(messages.map(({ sender, text }: Record<string, string>) => `${sender}: ${text}`).toSorted()).toEqual([
    "Bia Amiga: Olá da Bia",
    "Usuário indisponível: Oi de quem saiu",
    "Você: Resposta do Davi",
    "Você: Tchau do Davi",
  ]);
  expect(messages.find(({ text }: { text: string }) => text === "Olá da Bia").reactions).toMatchObject([
    { member: "Você", emoji: "fire" },
  ]);
});

test("[D5.16] the export has no secret, no id of another, nobody whom the member must not see, and no word of another member", () => {
  const whole = [...files.values()].map((file) => file.toString("utf8")).join("\n");
  expect(whole).not.toContain(HIDDEN_WORD);
  for (const { id, name } of [member.others.staff, member.others.gone]) {
    expect(whole).not.toContain(id);
    expect(whole).not.toContain(name);
  }
  expect(whole).not.toContain(member.others.friend.id);
  expect(whole).not.toContain(other.email);
  expect(whole).not.toContain(other.id);
  expect(whole).not.toContain(FOREIGN_WORDS);
  expect(whole).not.toContain("investment");
  expect(whole).not.toContain("promessa de lucro");
});

test("[D5.16] the export has the photos in their largest size, also those that the staff took away", () => {
  const pictures = [...files].filter(([name]) => name.startsWith("fotos/"));
  expect(pictures.map(([, bytes]) => bytes.toString("utf8")).toSorted()).toEqual([
    "bytes da foto da galeria",
    "bytes da foto retirada",
  ]);
  for (const [name] of pictures) expect(page).toContain(`<img src="${name}"`);
});

test("[D5.16] the files of the export have names that no system reads as anything else, and its page shows each list", () => {
  for (const name of files.keys())
    expect(name).toMatch(/^(?:index\.html|dados\/[a-z-]+\.json|fotos\/[0-9a-f]{32}\.webp)$/);
  for (const text of [
    "Resposta do Davi",
    "Bia Amiga",
    "R$ 12,34".replace(" ", "\u00a0"),
    "Motivo da medida",
    "203.0.113.77",
  ])
    expect(page).toContain(text);
  expect(page).not.toMatch(/\bhttps?:|<script|javascript:/);
});

const columnOf = (holder: HolderAddress): string => {
  if ("id" in holder) return holder.id;
  return "email" in holder ? holder.email : holder.row;
};

test("[D5.16] each address column by which the export finds rows begins an index of all rows", async () => {
  const { rows } = await sql<{ column: string }>`
    select relation.relname || '.' || attribute.attname as column
    from pg_index index
    join pg_class relation on relation.oid = index.indrelid
    join pg_attribute attribute on attribute.attrelid = relation.oid and attribute.attnum = index.indkey[0]
    where (index.indpred is null or pg_get_expr(index.indpred, index.indrelid) = format('(%I IS NOT NULL)', attribute.attname))
      and relation.relnamespace = 'public'::regnamespace`.execute(world.owner);
  const indexed = new Set(rows.map(({ column }) => column));
  const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const columns = sources
    .filter(({ table }) => table !== "message")
    .flatMap(({ table, holders }) => holders.map((holder) => `${table}.${columnOf(holder)}`));
  expect(columns.map(snake).filter((column) => !indexed.has(column))).toEqual([]);
});
