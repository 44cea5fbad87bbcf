import { appendFileSync } from "node:fs";
import type { BrowserContext } from "@playwright/test";
import { findForeignText } from "../../scripts/portuguese.ts";

/** A text that a page shows or has read aloud, with what it is: "text", or the name of an attribute. */
type ShownText = { kind: string; text: string; path: string };

/** The mail templates of the office show placeholders on purpose. */
const SHOWS_PLACEHOLDERS = "/admin/configuracoes";

/**
 * Reads from now on every text that the pages of the context show or have read aloud, in whatever state they come:
 * texts, attributes and titles, also of what is hidden from the eye or goes away again. Returns what of it is not in
 * the Portuguese of Brazil. Texts that match `foreign` are left out, for what a journey writes in other words.
 */
export async function readShownTexts(context: BrowserContext, foreign: RegExp | null): Promise<() => string[]> {
  const shownTexts = new Map<string, ShownText>();
  await context.exposeBinding("reportTexts", (_, texts: ShownText[]) => {
    for (const shownText of texts) shownTexts.set(`${shownText.kind} ${shownText.text}`, shownText);
  });
  await context.addInitScript(watchTexts);
  return () => {
    const readTexts = [...shownTexts.values()];
    record(readTexts);
    return readTexts.filter(({ text }) => !foreign?.test(text)).flatMap(judge);
  };
}

/** The findings in each text: most texts of a journey were shown by earlier ones of the same process. */
const findingsOf = new Map<string, string[]>();

function findOnce(text: string): string[] {
  const findings = findingsOf.get(text) ?? findForeignText(text);
  findingsOf.set(text, findings);
  return findings;
}

function judge({ kind, text, path }: ShownText): string[] {
  const findings = kind === "lang" ? [text].filter((lang) => lang !== "pt-BR") : findOnce(text);
  const keptFindings = path.startsWith(SHOWS_PLACEHOLDERS)
    ? findings.filter((finding) => !finding.startsWith("a placeholder"))
    : findings;
  return keptFindings.map((finding) => `${path}: ${finding} in the ${kind} “${text}”`);
}

/** Writes the texts to the file TEXTS_FILE, for a developer who wants to read them all. */
function record(texts: readonly ShownText[]): void {
  const file = process.env.TEXTS_FILE;
  if (file) appendFileSync(file, texts.map(({ kind, text, path }) => `${path}\t${kind}\t${text}\n`).join(""));
}

/** Runs in every page before its own scripts, and reports each text once. */
function watchTexts(): void {
  const SPOKEN = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "aria-placeholder"];
  const ATTRIBUTES = [...SPOKEN, "alt", "title", "placeholder", "label", "summary", "lang"];
  const UNREAD = "script, style, noscript, template, textarea, code, [contenteditable], svg style";
  const seenTexts = new Set<string>();
  let batch: ShownText[] = [];
  // The cast is safe, because the binding above defines it.
  const { reportTexts } = window as unknown as { reportTexts(texts: ShownText[]): void };
  if (!location.protocol.startsWith("http") || document.contentType !== "text/html") return;

  const add = (kind: string, text: string | null | undefined) => {
    const line = text?.replace(/\s+/g, " ").trim();
    if (!line || seenTexts.has(`${kind} ${line}`)) return;
    seenTexts.add(`${kind} ${line}`);
    if (batch.push({ kind, text: line, path: location.pathname }) === 1) setTimeout(report, 50);
  };
  const report = () => {
    if (batch.length > 0) reportTexts(batch);
    batch = [];
  };
  /** The texts of an element outside of its children, because a sentence may be several nodes. */
  const ownText = (element: Element) =>
    [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : " ")).join("");
  // Many changes of one set name the same element, or an element inside of one that another change names.
  let readElements = new Set<Element>();
  let readTrees = new Set<Element>();
  const readElement = (element: Element) => {
    if (readElements.has(element)) return;
    readElements.add(element);
    for (const name of ATTRIBUTES) add(name, element.getAttribute(name));
    const text = ownText(element);
    if (text.trim() !== "" && element.closest(UNREAD) === null) add("text", text);
  };
  const readTree = (root: Element) => {
    if (readTrees.has(root)) return;
    readElement(root);
    readTrees.add(root);
    for (const element of root.querySelectorAll("*")) {
      readElement(element);
      readTrees.add(element);
    }
  };
  const read = (node: Node) => {
    if (node instanceof Element) readTree(node);
    else if (node.parentElement) readElement(node.parentElement);
  };
  new MutationObserver((changes) => {
    [readElements, readTrees] = [new Set(), new Set()];
    for (const { type, target, addedNodes } of changes) {
      if (type === "childList") addedNodes.forEach(read);
      else if (target instanceof Element) readElement(target);
      else read(target);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ATTRIBUTES });
  addEventListener("pagehide", report);
}
