// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { isDialogOpen } from "./is-dialog-open.ts";

afterEach(() => {
  document.body.innerHTML = "";
});

test("a toast is no dialog that waits", () => {
  document.body.innerHTML = `<div role="region" aria-label="Avisos"><div role="dialog">Salvo</div></div>`;
  expect(isDialogOpen()).toBe(false);
});

test("a dialog and a question next to a toast wait", () => {
  const toast = `<div role="region" aria-label="Avisos"><div role="dialog">Salvo</div></div>`;
  for (const role of ["dialog", "alertdialog"]) {
    document.body.innerHTML = `${toast}<div role="${role}">Confirmar?</div>`;
    expect(isDialogOpen()).toBe(true);
  }
});

test("a dialog that is leaving does not wait any more", () => {
  document.body.innerHTML = `<div role="dialog" data-closed>Pronto</div>`;
  expect(isDialogOpen()).toBe(false);
});
