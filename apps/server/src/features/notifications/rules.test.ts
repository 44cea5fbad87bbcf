import type { VisibleId } from "@caramelo/contract/call/call";
import { adoptMailTexts, findMailText } from "@caramelo/contract/mail/texts";
import { describe, expect, test } from "vitest";
import { expectTwinForms } from "../../testing/mail-forms.ts";
import {
  isMailable,
  isRecent,
  mailSince,
  nextMailAt,
  pushPayload,
  rankTypes,
  summaryMail,
  typesMailed,
} from "./rules.ts";

type Summary = Parameters<typeof summaryMail>[0][number];

const HOUR = 3_600_000;
const now = new Date("2026-11-21T21:00:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR);

describe("a push message", () => {
  const notification = { actorId: "a" as VisibleId, actorName: "Ana" };

  test.each([
    ["profile_view", "Ana visitou seu perfil"],
    ["favorite", "Ana favoritou seu perfil"],
    ["message", "Ana enviou uma mensagem"],
    ["match", "Ana aceitou seu match"],
  ] as const)(
    "[M8.34][M8.35][M8.36][M8.37] of %s reads %s when the member asked for names, and otherwise the same as any other",
    (type, body) => {
      expect(pushPayload({ ...notification, type }, true)).toMatchObject({ title: "Novidade", body });
      const discreet = { title: "Novidade", body: "Há uma novidade esperando por você." };
      expect(pushPayload({ ...notification, type }, false)).toMatchObject(discreet);
    },
  );

  test("[M8.39] calls an actor without a name Usuário", () => {
    const { body } = pushPayload({ ...notification, type: "favorite", actorName: "" }, true);
    expect(body).toBe("Usuário favoritou seu perfil");
  });

  test("leads to the conversation or to the profile", () => {
    expect(pushPayload({ ...notification, type: "message" }, false).url).toBe("/mensagens?userId=a");
    expect(pushPayload({ ...notification, type: "match" }, false).url).toBe("/perfil/a");
  });

  test("is sent for notifications of the last day", () => {
    expect([isRecent(ago(24), now), isRecent(ago(24.01), now)]).toEqual([true, false]);
  });
});

test("[D3.60] a row of the bell is named by its most important type, in whatever order the database lists them", () => {
  expect(rankTypes(["profile_view", "match", "favorite"])).toEqual({
    type: "match",
    types: ["match", "favorite", "profile_view"],
  });
  expect(rankTypes(["profile_view"])).toEqual({ type: "profile_view", types: ["profile_view"] });
});

describe("the time of a mail", () => {
  test.each([
    ["each", null, now],
    ["each", ago(0.5), ago(-0.5)],
    ["each", ago(1), now],
    ["daily", ago(19), ago(-1)],
    ["daily", ago(20), now],
  ] as const)("with frequency %s after a mail at %s is the earliest allowed", (frequency, last, next) => {
    expect(nextMailAt(last, frequency, now)).toEqual(next);
  });

  test.each([
    ["each", null, ago(24)],
    ["each", ago(3), ago(3)],
    ["each", ago(100), ago(24)],
    ["daily", null, ago(24)],
    ["daily", ago(22), ago(22)],
    ["daily", ago(24.1), ago(24.1)],
    ["daily", ago(100), ago(48)],
  ] as const)(
    "with frequency %s after a mail at %s decides from when on notifications are in it",
    (frequency, last, since) => {
      expect(mailSince(last, frequency, now)).toEqual(since);
    },
  );

  test("follows the frequency of each type, and for matches that of favourites", () => {
    const settings = { mailMessages: "each", mailFavorites: "daily", mailVisits: "never" } as const;
    expect(typesMailed(settings, "each")).toEqual(["message"]);
    expect(typesMailed(settings, "daily")).toEqual(["match", "favorite"]);
  });

  test("is never reached for members whom a mail cannot reach", () => {
    const recipient = { email: "ana@example.com", isActive: true, isManaged: false };
    expect(isMailable(recipient)).toBe(true);
    expect(isMailable({ ...recipient, isActive: false })).toBe(false);
    expect(isMailable({ ...recipient, isManaged: true })).toBe(false);
    expect(isMailable({ ...recipient, email: "ana@exemplo.invalid" })).toBe(false);
  });
});

describe("the words of a mail", () => {
  const summaries: Summary[] = [
    { type: "message", people: 1, names: ["Bob"] },
    { type: "profile_view", people: 7, names: ["Bob", "", "Caio"] },
    { type: "favorite", people: 2, names: ["Bob", "Caio"] },
  ];
  const origin = "https://caramelo.example";

  const sentencesOf = (mail: { text: string }) => mail.text.split("\n\n").slice(1, -3);

  test("are numbers unless the member asked for names", () => {
    expect(sentencesOf(summaryMail(summaries, { hasNames: false, origin }))).toEqual([
      "1 pessoa enviou uma mensagem.",
      "7 pessoas visitaram seu perfil.",
      "2 pessoas favoritaram seu perfil.",
    ]);
    expect(sentencesOf(summaryMail(summaries, { hasNames: true, origin }))).toEqual([
      "Bob enviou uma mensagem.",
      "7 pessoas visitaram seu perfil: Bob, Usuário, Caio e mais 4.",
      "2 pessoas favoritaram seu perfil: Bob, Caio.",
    ]);
  });

  test.each(["www.exemplo.invalid", "Ganhe em exemplo.com", "https://exemplo", "bit.ly/x", "ana@exemplo", "tel:190"])(
    "[T62] do not contain %s, of which a mail program would make a link",
    (name) => {
      const namedTypes: Summary[] = [{ type: "favorite", people: 2, names: [name, "J. R. da Silva Jr."] }];
      expect(sentencesOf(summaryMail(namedTypes, { hasNames: true, origin }))).toEqual([
        "2 pessoas favoritaram seu perfil: Usuário, J. R. da Silva Jr..",
      ]);
      expect(pushPayload({ type: "favorite", actorId: "1" as VisibleId, actorName: name }, true).body).toMatch(
        /^Usuário /,
      );
    },
  );

  test("are the operator's, with the events as separate paragraphs or within one", () => {
    const own = { ...findMailText("news"), subject: "Oi do {marca}", paragraphs: ["Novo: {novidades}", "{novidades}"] };
    adoptMailTexts([["news", own]]);
    const mail = summaryMail(summaries.slice(1), { hasNames: false, origin });
    adoptMailTexts([]);
    expect(mail.subject).toBe("Oi do Caramelo");
    const [visits, favorites] = ["7 pessoas visitaram seu perfil.", "2 pessoas favoritaram seu perfil."];
    expect(sentencesOf(mail)).toEqual([`Novo: ${visits} ${favorites}`, visits, favorites]);
  });

  test("link to the messages when there are any, and say how to switch mails off", () => {
    const mail = summaryMail(summaries, { hasNames: false, origin });
    expect(mail).toMatchObject({ kind: "news-messages", subject: "Você tem novidades" });
    expect(mail.text).toContain(`Ver mensagens:\n${origin}/mensagens`);
    expect(mail.text).toContain(`Para mudar ou desligar: ${origin}/configuracoes`);
    expectTwinForms(mail);
    expect(summaryMail(summaries.slice(1), { hasNames: false, origin }).text).toContain(
      `Ver novidades:\n${origin}/busca`,
    );
  });
});
