import { describe, expect, test } from "vitest";
import {
  findHandle,
  isConversationOpen,
  isOpen,
  listSections,
  notificationsWord,
  showsFooter,
  tabTitle,
  unreadWord,
} from "./rules.ts";

describe("the footer", () => {
  test.each(["/mensagens", "/perfil/0190", "/perfil/0190/fotos"])("[M2.15] is hidden on %s", (path) => {
    expect(showsFooter(path)).toBe(false);
  });

  test.each(["/busca", "/perfil", "/favoritos", "/premium", "/admin", "/termos", "/perfis"])("shows on %s", (path) => {
    expect(showsFooter(path)).toBe(true);
  });
});

test("an entry is open on its own screen and below it, not on a path that only begins alike", () => {
  expect(isOpen("/admin/usuarios", "/admin")).toBe(true);
  expect(isOpen("/perfil", "/perfil")).toBe(true);
  expect(isOpen("/perfis", "/perfil")).toBe(false);
});

test("another member's profile belongs to the search, not to the member's own profile", () => {
  expect(isOpen("/perfil/0190", "/perfil")).toBe(false);
  expect(isOpen("/perfil/0190", "/busca")).toBe(true);
});

test("each role gets links to what it may buy, its visits and its settings, and an admin to the administration", () => {
  const list = (role: Parameters<typeof listSections>[0]["role"]) =>
    listSections({ role, isPremium: false, isHighlighted: false });
  expect(list("baby").map(({ to }) => to)).toEqual(["/destaque", "/visitas", "/configuracoes"]);
  expect(list("daddy").map(({ to }) => to)).toEqual(["/premium", "/visitas", "/configuracoes"]);
  expect(list("mommy").map(({ to }) => to)).toEqual(["/premium", "/visitas", "/configuracoes"]);
  expect(list("admin").map(({ to }) => to)).toEqual(["/admin", "/configuracoes"]);
});

test("a member with premium is not asked to buy it", () => {
  expect(listSections({ role: "daddy", isPremium: false, isHighlighted: false })[0]?.label).toBe("Tornar-se Premium");
  expect(listSections({ role: "daddy", isPremium: true, isHighlighted: false })[0]?.label).toBe("Premium");
});

test("[M2.51] a baby who is highlighted is not offered the highlight again", () => {
  const paths = listSections({ role: "baby", isPremium: false, isHighlighted: true }).map(({ to }) => to);
  expect(paths).toEqual(["/visitas", "/configuracoes"]);
});

describe("the title of the tab", () => {
  test("is the screen's own title, with the count of unread messages before it", () => {
    expect(tabTitle("Buscar · Caramelo", false, 0)).toBe("Buscar · Caramelo");
    expect(tabTitle("Buscar · Caramelo", false, 3)).toBe("(3) Buscar · Caramelo");
    expect(tabTitle("Buscar · Caramelo", false, 250)).toBe("(99+) Buscar · Caramelo");
  });

  test("is neutral for a member who asked for discretion: no product, no screen, no count", () => {
    expect(tabTitle("Mensagens · Caramelo", true, 3)).toBe("Início");
  });
});

test("the handle of the innermost route wins", () => {
  expect(findHandle([{ handle: { title: "Fora" } }, { handle: undefined }, { handle: { title: "Dentro" } }])).toEqual({
    title: "Dentro",
  });
  expect(findHandle([{}])).toEqual({});
});

test("a conversation is open at /mensagens with either parameter that names a member", () => {
  expect(isConversationOpen("/mensagens", "?userId=1")).toBe(true);
  expect(isConversationOpen("/mensagens", "?id=")).toBe(true);
  expect(isConversationOpen("/mensagens", "")).toBe(false);
  expect(isConversationOpen("/busca", "?id=1")).toBe(false);
});

test("unread messages and notifications are counted in words", () => {
  expect(unreadWord(1)).toBe("mensagem não lida");
  expect(unreadWord(120)).toBe("mensagens não lidas");
  expect(notificationsWord(1)).toBe("notificação não lida");
  expect(notificationsWord(2)).toBe("notificações não lidas");
});
