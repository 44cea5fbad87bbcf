import { expect } from "vitest";

const linksIn = (text: string) => new Set(text.match(/https?:\/\/[^\s<>"]+/g));

/** Checks that both forms of a mail have the same links, and that the HTML form loads nothing from outside. */
export function expectTwinForms({ text, html }: { text: string; html: string }): void {
  expect(html).toMatch(/^<!doctype html>\n<html lang="pt-BR">/);
  expect(linksIn(html.replaceAll("&amp;", "&"))).toEqual(linksIn(text));
  expect(html).not.toMatch(
    /<(img|link|script|iframe|object|form|base)\b|\bsrc=|\bbackground="|url\(|@import|@font-face/i,
  );
}
