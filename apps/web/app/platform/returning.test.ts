// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from "vitest";
import { forgetMembers } from "./device-traces.ts";
import { RETURNING_SCRIPT, rememberSignIn } from "./returning.ts";

/** Loads a page: runs the script of the head. Returns whether the page counts the visitor as returning. */
function load(): boolean {
  delete document.documentElement.dataset.returning;
  delete document.documentElement.dataset.parted;
  new Function(RETURNING_SCRIPT)();
  return "returning" in document.documentElement.dataset;
}

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, "");
});

describe("the sign-in screen", () => {
  test("[D2.61] treats a device without any earlier sign-in as a stranger's", () => {
    expect(load()).toBe(false);
  });

  test("[D2.61] recognises a device with an earlier sign-in", () => {
    rememberSignIn();
    expect(load()).toBe(true);
  });

  test("[D2.61][T74] knows it in the tab whose session has just expired, and after a sign-out nowhere any more", () => {
    rememberSignIn();
    forgetMembers("guest");
    expect(load()).toBe(false);
    history.replaceState({ hasLeft: true, usr: undefined }, "");
    expect(load()).toBe(false);
    history.replaceState({ hasLeft: true, usr: { words: "Sua sessão expirou." } }, "");
    expect(load()).toBe(true);
  });

  test("keeps the space of the words with which the session ended, and of no others", () => {
    history.replaceState({ usr: { words: "Perfil assumido." } }, "");
    load();
    expect(document.documentElement.dataset.parted).toBeUndefined();
    history.replaceState({ hasLeft: true, usr: { words: 'Sua "sessão" expirou.' } }, "");
    load();
    expect(document.documentElement.dataset.parted).toBe("");
    expect(document.documentElement.style.getPropertyValue("--parting-words")).toBe('"Sua \\"sessão\\" expirou."');
  });

  test("[D2.61] forgets it when another member signs in, until their session is known", () => {
    rememberSignIn();
    forgetMembers({ memberId: "someone" });
    expect(load()).toBe(false);
  });
});
