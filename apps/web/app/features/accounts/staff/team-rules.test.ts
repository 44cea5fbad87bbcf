import { expect, test } from "vitest";
import type { TeamAction } from "./queries.ts";
import { confirmTeamAction, doneText, invitationMark, roleWords, sessionsText } from "./team-rules.ts";

const ACTIONS: TeamAction[] = [
  { kind: "role", role: "owner" },
  { kind: "role", role: "moderator" },
  { kind: "access", isActive: true },
  { kind: "access", isActive: false },
  { kind: "invitation" },
  { kind: "factor" },
  { kind: "sessions" },
];
const BIA = { name: "Bia", email: "bia@exemplo.com.br", isSelf: false, isInvited: false };

test("[D2.52] each action on the staff names the person before and after, in its own words", () => {
  const before = ACTIONS.map((action) => confirmTeamAction(action, BIA));
  const after = ACTIONS.map((action) => doneText(action, "Bia"));
  for (const text of [...before.map(({ title }) => title), ...after]) expect(text).toContain("Bia");
  expect(new Set(before.map(({ title }) => title)).size).toBe(ACTIONS.length);
  expect(new Set(after).size).toBe(ACTIONS.length);
});

test("[D2.52] each question says in a sentence what follows, and its button what it does", () => {
  const questions = ACTIONS.map((action) => confirmTeamAction(action, BIA));
  for (const { text } of questions) {
    expect(text).toMatch(/^[A-Z].+\.$/);
    expect(text).not.toContain("É a sua própria conta.");
  }
  expect(questions.map(({ confirmLabel, tone }) => [confirmLabel, tone])).toEqual([
    ["Mudar função", "primary"],
    ["Mudar função", "primary"],
    ["Devolver acesso", "primary"],
    ["Retirar acesso", "danger"],
    ["Enviar de novo", "primary"],
    ["Remover", "danger"],
    ["Encerrar sessões", "danger"],
  ]);
});

test("[D2.52] a new role says what it allows, and which sessions end", () => {
  const askFor = (isSelf: boolean) => confirmTeamAction({ kind: "role", role: "owner" }, { ...BIA, isSelf });
  expect(askFor(false).text).toBe(`${roleWords.owner.text} As sessões abertas acabam, e a pessoa entra de novo.`);
  expect(askFor(true).text).toBe(`${roleWords.owner.text} As suas outras sessões acabam. É a sua própria conta.`);
});

test("[D2.52] a question about the own account says so", () => {
  // Nobody can give their own access back, or is still invited.
  const ownActions = ACTIONS.filter(
    (action) => action.kind !== "invitation" && (action.kind !== "access" || !action.isActive),
  );
  for (const action of ownActions)
    expect(confirmTeamAction(action, { ...BIA, isSelf: true }).text).toMatch(/ É a sua própria conta\.$/);
});

test("[D2.52] sessions say how many are open and when the person was last here", () => {
  const now = new Date("2026-11-23T12:00:00Z");
  expect(sessionsText({ sessions: 0, lastSeenAt: null, isInvited: false }, now)).toBe(
    "0 sessões abertas, nunca entrou",
  );
  expect(sessionsText({ sessions: 1, lastSeenAt: "2026-11-23T11:59:59.000Z", isInvited: false }, now)).toBe(
    "1 sessão aberta, ativa agora",
  );
  expect(sessionsText({ sessions: 2, lastSeenAt: "2026-11-23T10:00:00.000Z", isInvited: false }, now)).toBe(
    "2 sessões abertas, última há 2h",
  );
});

test("[D2.65] an invitation says where its link goes, and what becomes of it when the access is taken", () => {
  const invitedMember = { ...BIA, isInvited: true };
  expect(confirmTeamAction({ kind: "invitation" }, invitedMember).text).toBe(
    "Um link novo vai para bia@exemplo.com.br, e o anterior deixa de valer.",
  );
  expect(confirmTeamAction({ kind: "access", isActive: false }, invitedMember).text).toContain("O convite é desfeito");
  expect(sessionsText({ sessions: 0, lastSeenAt: null, isInvited: true }, new Date())).toBe("Ainda não criou a senha");
});

test("[D2.65] an invitation whose link has ended says so, and that another link is mailed", () => {
  const now = new Date("2026-11-23T12:00:00Z");
  const invitedMember = { ...BIA, isInvited: true, isInvitationExpired: false, sessions: 0, lastSeenAt: null };
  const expired = { ...invitedMember, isInvitationExpired: true };
  expect(invitationMark(invitedMember).text).toBe("Convite enviado");
  expect(invitationMark(expired)).toEqual({ text: "Convite vencido", tone: "warn" });
  expect(sessionsText(invitedMember, now)).toBe("Ainda não criou a senha");
  expect(sessionsText(expired, now)).toBe("O link não vale mais, e a senha não foi criada");
  expect(confirmTeamAction({ kind: "invitation" }, invitedMember).text).toContain("o anterior deixa de valer");
  expect(confirmTeamAction({ kind: "invitation" }, expired).text).toBe(
    "Um link novo vai para bia@exemplo.com.br e vale por 24 horas.",
  );
});
