import { describe, expect, test } from "vitest";
import { isMailable, isNews, mailSince, type News, newsWords, nextMailAt, pushPayload, typesMailed } from "./rules.ts";

const HOUR = 3_600_000;
const now = new Date("2026-11-21T21:00:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR);

describe("a push message", () => {
  const note = { actorId: "a", actorName: "Ana" };

  test.each([
    ["profile_view", "[M8.34]", "Ana visitou seu perfil"],
    ["favorite", "[M8.35]", "Ana favoritou seu perfil"],
    ["message", "[M8.36]", "Ana enviou uma mensagem"],
    ["match", "[M8.37]", "Ana aceitou seu match"],
  ] as const)("of %s %s reads %s when names were asked for, and else the same as any other", (type, _, body) => {
    expect(pushPayload({ ...note, type }, true)).toMatchObject({ title: "Novidade", body });
    const discreet = { title: "Novidade", body: "Você tem uma novidade esperando por você." };
    expect(pushPayload({ ...note, type }, false)).toMatchObject(discreet);
  });

  test("[M8.39] calls somebody without a name Usuário", () => {
    const { body } = pushPayload({ type: "favorite", actorId: "a", actorName: "" }, true);
    expect(body).toBe("Usuário favoritou seu perfil");
  });

  test("leads to the conversation or to the profile", () => {
    expect(pushPayload({ ...note, type: "message" }, false).url).toBe("/mensagens?userId=a");
    expect(pushPayload({ ...note, type: "match" }, false).url).toBe("/perfil/a");
  });

  test("is news for a day", () => {
    expect([isNews(ago(24), now), isNews(ago(24.01), now)]).toEqual([true, false]);
  });
});

describe("when a mail may leave", () => {
  test.each([
    ["each", null, now],
    ["each", ago(0.5), ago(-0.5)],
    ["each", ago(1), now],
    ["daily", ago(19), ago(-1)],
    ["daily", ago(20), now],
  ] as const)("%s after %s", (frequency, last, next) => {
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
  ] as const)("%s after %s tells what came since", (frequency, last, since) => {
    expect(mailSince(last, frequency, now)).toEqual(since);
  });

  test("each type has its own rhythm, and matches that of favourites", () => {
    const settings = { mailMessages: "each", mailFavorites: "daily", mailVisits: "never" } as const;
    expect(typesMailed(settings, "each")).toEqual(["message"]);
    expect(typesMailed(settings, "daily")).toEqual(["match", "favorite"]);
  });

  test("only members whom it reaches get one", () => {
    const reader = { email: "ana@example.com", isActive: true, isManaged: false };
    expect(isMailable(reader)).toBe(true);
    expect(isMailable({ ...reader, isActive: false })).toBe(false);
    expect(isMailable({ ...reader, isManaged: true })).toBe(false);
    expect(isMailable({ ...reader, email: "ana@exemplo.invalid" })).toBe(false);
  });
});

describe("the words of a mail", () => {
  const news: News[] = [
    { type: "message", people: 1, names: ["Bob"] },
    { type: "profile_view", people: 7, names: ["Bob", "", "Caio"] },
    { type: "favorite", people: 2, names: ["Bob", "Caio"] },
  ];
  const origin = "https://caramelo.example";

  test("are numbers unless names were asked for", () => {
    expect(newsWords(news, { hasNames: false, origin }).paragraphs).toEqual([
      "1 pessoa enviou uma mensagem.",
      "7 pessoas visitaram seu perfil.",
      "2 pessoas favoritaram seu perfil.",
    ]);
    expect(newsWords(news, { hasNames: true, origin }).paragraphs).toEqual([
      "Bob enviou uma mensagem.",
      "7 pessoas visitaram seu perfil: Bob, Usuário, Caio e mais 4.",
      "2 pessoas favoritaram seu perfil: Bob, Caio.",
    ]);
  });

  test.each(["www.exemplo.invalid", "Ganhe em exemplo.com", "https://exemplo", "bit.ly/x", "ana@exemplo", "tel:190"])(
    "[T62] do not carry %s to a mail program that would make a link of it",
    (name) => {
      const news: News[] = [{ type: "favorite", people: 2, names: [name, "J. R. da Silva Jr."] }];
      expect(newsWords(news, { hasNames: true, origin }).paragraphs).toEqual([
        "2 pessoas favoritaram seu perfil: Usuário, J. R. da Silva Jr..",
      ]);
      expect(pushPayload({ type: "favorite", actorId: "1", actorName: name }, true).body).toMatch(/^Usuário /);
    },
  );

  test("lead to the messages when there are any, and say how to switch it off", () => {
    const words = newsWords(news, { hasNames: false, origin });
    expect(words).toMatchObject({ subject: "Você tem novidades", action: { url: `${origin}/mensagens` } });
    expect(words.footnote).toContain(`${origin}/configuracoes`);
    expect(newsWords(news.slice(1), { hasNames: false, origin }).action.url).toBe(`${origin}/busca`);
  });
});
