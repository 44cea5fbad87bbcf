import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { brand } from "@caramelo/contract/brand/brand";
import { writeMoment } from "@caramelo/contract/formats/moments";
import { addAuditEntry, listAuditedSubjects } from "../../base/audit/queries.ts";
import { listMailed } from "../../base/mail/queries.ts";
import { countPeople, listChangedSecrets, listContacts, listSignUps } from "../../base/members/contact-queries.ts";
import type { Context } from "../../platform/context.ts";
import type { MemberEvents, Period } from "../../platform/database/count-of.ts";
import type { Db } from "../../platform/database/database.ts";
import { placeOf } from "../../platform/storage/inventory.ts";
import { listMembersSeen } from "../accounts/access-commands.ts";
import { listMailedLinks, listNewPasskeys, listSignIns, listValidSessions } from "../accounts/queries/incidents.ts";
import { toCsv } from "../billing/csv-rules.ts";
import { listBuyers } from "../billing/queries.ts";
import { listDocumentOwners } from "../verification/queries.ts";
import { writeAnpdNotice, writeMemberNotice, writeSummary } from "./notice-rules.ts";
import {
  type Contact,
  dueDayOf,
  type Fact,
  isElderly,
  listNamelessActions,
  listStaffFacts,
  readMoment,
  type Summary,
  sumFacts,
} from "./rules.ts";

/** `db` must be a connection of the database's owner, which alone may read the access log. */
type Command = Pick<Context, "db" | "sealer" | "clock"> & { dataDir: string; say: (line: string) => void };

const USAGE = "Say when: npm run incident -- --from 2026-11-20T10:00 --to 2026-11-20T14:30 [--known 2026-11-21T09:00]";
const CONTACTS_AT_ONCE = 1_000;

/**
 * `npm run incident`: writes into a folder, which only this user can read, the members affected in a period, and drafts
 * of the notices that the law requires. Returns that folder. The audit log records the list.
 */
export async function writeIncident(command: Command, args: string[]): Promise<string> {
  const { db, clock, dataDir, say } = command;
  const { period, knownAt } = readArgs(args, clock.now());
  const subjects = await listAuditedSubjects(db, period);
  const facts = [...(await listFacts(command, period)), ...listStaffFacts(subjects)];
  const contacts = await listAllContacts(db, facts);
  const summary = await summarize(db, { period, knownAt, facts, contacts });
  await addAuditEntry(db, {
    at: clock.now(),
    actorId: null,
    action: "incident.listed",
    subjectId: null,
    details: { from: writeMoment(period.from), to: writeMoment(period.to), count: summary.affected },
  });
  const files = {
    "resumo.md": writeSummary(summary, listNamelessActions(subjects)),
    "anpd.md": writeAnpdNotice(summary, brand),
    "aviso.md": writeMemberNotice(summary, brand),
    "pessoas.csv": writePeople(contacts, knownAt),
    "fatos.csv": writeFacts(facts, contacts),
  };
  const folder = await writeFolder(dataDir, clock.now(), files);
  for (const { what, people, times } of summary.totals) say(`${people} people, ${times} times: ${what}`);
  say(`${summary.affected} of ${summary.people} people. The notices are due on ${summary.dueDay}.`);
  say(`${folder}: ${Object.keys(files).join(", ")}. Remove it when the case is closed and filed.`);
  return folder;
}

function readArgs(args: string[], now: Date): { period: Period; knownAt: Date } {
  const option = { type: "string" } as const;
  const { values } = parseArgs({ args, options: { from: option, to: option, known: option } });
  const [from, to] = [readMoment(values.from ?? ""), readMoment(values.to ?? "")];
  const knownAt = values.known === undefined ? now : readMoment(values.known);
  if (!from || !to || !knownAt || from >= to) throw new Error(USAGE);
  return { period: { from, to }, knownAt };
}

async function listFacts({ db, sealer }: Command, period: Period): Promise<Fact[]> {
  const sources: [string, Promise<MemberEvents[]>][] = [
    ["Criou a conta", listSignUps(db, period)],
    ["Entrou na conta", listSignIns(db, period)],
    ["Foi avisado de uma entrada por um navegador novo", listMailed(db, "sign-in-alert", period)],
    ["Recebeu um link “Não fui eu” (navegador novo, e-mail ou chave)", listMailedLinks(db, "sign_in_alert", period)],
    ["Adicionou uma chave de acesso que ainda tem", listNewPasskeys(db, period)],
    ["Foi avisado de uma chave de acesso nova", listMailed(db, "passkey-added", period)],
    ["Foi avisado de uma chave de acesso removida", listMailed(db, "passkey-removed", period)],
    ["Tinha uma sessão válida", listValidSessions(db, period)],
    ["Usou o site (registro de acessos, por hora)", listMembersSeen({ db, sealer }, period)],
    ["Pediu um link para nova senha", listMailedLinks(db, "recovery", period)],
    ["Pediu um link para trocar o e-mail", listMailedLinks(db, "email_change", period)],
    ["Trocou a senha ou o e-mail (última troca)", listChangedSecrets(db, period)],
    ["Tinha documentos de verificação guardados", listDocumentOwners(db, period)],
    ["Fez um pedido", listBuyers(db, period)],
  ];
  const facts = await Promise.all(
    sources.map(async ([what, events]) => (await events).map((event): Fact => ({ ...event, what }))),
  );
  return facts.flat();
}

/** The people of the facts who have an account. An entry of the audit log may be about an erased account. */
async function listAllContacts(db: Db, facts: readonly Fact[]): Promise<Map<string, Contact>> {
  const ids = [...new Set(facts.map(({ memberId }) => memberId))].toSorted();
  const contacts = new Map<string, Contact>();
  for (let at = 0; at < ids.length; at += CONTACTS_AT_ONCE) {
    for (const contact of await listContacts(db, ids.slice(at, at + CONTACTS_AT_ONCE)))
      contacts.set(contact.id, contact);
  }
  return contacts;
}

type Findings = { period: Period; knownAt: Date; facts: readonly Fact[]; contacts: ReadonlyMap<string, Contact> };

async function summarize(db: Db, { period, knownAt, facts, contacts }: Findings): Promise<Summary> {
  const people = [...contacts.values()];
  return {
    period,
    knownAt,
    dueDay: dueDayOf(knownAt),
    totals: sumFacts(facts.filter(({ memberId }) => contacts.has(memberId))),
    affected: people.length,
    elderly: people.filter((contact) => isElderly(contact, knownAt)).length,
    unreachable: people.filter(({ isManaged }) => isManaged).length,
    people: await countPeople(db),
  };
}

function writePeople(contacts: ReadonlyMap<string, Contact>, now: Date): string {
  const rows = [...contacts.values()].map((contact) => [
    contact.id,
    contact.isManaged ? "" : contact.email,
    contact.isAdmin ? "equipe" : "membro",
    isElderly(contact, now) ? "60 anos ou mais" : "",
  ]);
  return toCsv([["id", "e-mail", "conta", "idade"], ...rows]);
}

function writeFacts(facts: readonly Fact[], contacts: ReadonlyMap<string, Contact>): string {
  const rows = facts
    .filter(({ memberId }) => contacts.has(memberId))
    .map(({ memberId, what, count, first, last }) => [
      memberId,
      what,
      String(count),
      writeMoment(first),
      writeMoment(last),
    ]);
  return toCsv([["id", "fato", "vezes", "primeira", "última"], ...rows]);
}

async function writeFolder(dataDir: string, now: Date, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(placeOf(dataDir, "incidents"), now.toISOString().replaceAll(":", "-"));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text, { mode: 0o600, flag: "wx" });
  }
  return folder;
}
