import { findForeignText } from "../../scripts/portuguese.ts";
import { addressOf, listScreens } from "../support/screens.ts";
import { readShownTexts } from "../support/shown-texts.ts";
import { expect, test } from "../support/test.ts";

/** What a document says before any script runs: its texts, what search engines and shared links show, and labels. */
function readDocument(html: string): string[] {
  const content = html.replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, " ");
  const spokenTexts = content.matchAll(/\b(?:aria-label|alt|title|placeholder)="([^"]+)"/g);
  const described = content.matchAll(
    /<meta (?:name="description"|property="og:(?:title|description|image:alt)") content="([^"]+)"/g,
  );
  const texts = content.replace(/<!--.*?-->/g, "").split(/<[^>]*>/);
  return [...texts, ...[...spokenTexts, ...described].map(([, text = ""]) => text)];
}

test("[M1.02][M1.03] the document of every address is in Portuguese and says so before any script runs, and so does the manifest", async ({
  page,
}) => {
  const addresses = listScreens().map(addressOf);
  expect(addresses.length).toBeGreaterThan(45);
  for (const address of addresses) {
    const answer = await page.request.get(address, { headers: { accept: "text/html" }, maxRedirects: 0 });
    const html = await answer.text();
    expect(html, address).toMatch(/^<!DOCTYPE html><html [^>]*lang="pt-BR"/i);
    expect(readDocument(html).flatMap(findForeignText), address).toEqual([]);
  }
  const manifest = await (await page.request.get("/manifest.webmanifest")).json();
  expect(manifest.lang).toBe("pt-BR");
  const shortcuts: { name: string }[] = manifest.shortcuts;
  for (const text of [manifest.name, manifest.short_name, manifest.description, ...shortcuts.map(({ name }) => name)])
    expect(findForeignText(text)).toEqual([]);
});

test("[M1.02][M1.03] a page's text in English or in a form that Brazil does not use is found, also for a moment and for readers alone", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const findForeignTexts = await readShownTexts(context, /Hello from a member/);
  const page = await context.newPage();
  const html = `<!doctype html><html lang="pt-BR"><title>Início</title><body>
    <p>Olá, <b>Ana</b>!</p><p>Hello from a member</p><p>1 <!-- -->fichas</p><button aria-label="Close">×</button>
    <img alt="Your picture"><p id="late">Já</p><p lang="en">Oi</p><code>next</code></body></html>`;
  await page.route("**/busca", (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.goto("/busca");
  await page.locator("#late").evaluate(async (element) => {
    element.textContent = "Loading";
    await new Promise((next) => setTimeout(next));
    element.textContent = "R$4,50";
    await new Promise((next) => setTimeout(next));
    element.remove();
    document.title = "Home page";
  });
  await expect
    .poll(() =>
      findForeignTexts()
        .map((finding) => finding.replace("/busca: ", ""))
        .sort(),
    )
    .toEqual([
      "English: Close in the aria-label “Close”",
      "English: Home in the text “Home page”",
      "English: Loading in the text “Loading”",
      "English: Your in the alt “Your picture”",
      "English: page in the text “Home page”",
      "English: picture in the alt “Your picture”",
      "a plural after one: 1 fichas in the text “1 fichas”",
      "an amount without its blank: R$4,50 in the text “R$4,50”",
      "en in the lang “en”",
    ]);
  await context.close();
});
