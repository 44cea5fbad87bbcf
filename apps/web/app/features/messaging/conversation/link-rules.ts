import { parseUrl } from "~/platform/url-rules.ts";

/** A piece of a message: plain text, or an address that can be opened after a warning. */
export type TextPart = { text: string; link?: undefined } | { text: string; link: Link };
export type Link = {
  url: string;
  /** The host in ASCII: a name that imitates another with foreign letters shows as "xn--…". */
  host: string;
  /** The host has non-ASCII letters, which may imitate another host. */
  isDisguised: boolean;
};

// An address starts where no letter, digit or address character precedes it. It ends at a space, a quotation mark or an
// angle bracket.
const CANDIDATE = /(?<![\p{L}\p{N}@./:_-])(?:https:\/\/|www\.)[^\s<>"'“”‘’`]+/giu;
const TRAILING = new Set(".,;:!?…*_~");
const OPENINGS: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/**
 * Removes trailing characters that belong to the sentence, as in "(www.a.com.br)." A closing bracket stays when its
 * opening bracket is in the address.
 */
function trimAddress(text: string): string {
  const counts = new Map<string, number>();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text[end - 1] ?? "";
    if (TRAILING.has(last)) continue;
    const [opening, times = 0] = [OPENINGS[last], counts.get(last)];
    if (opening === undefined || times <= (counts.get(opening) ?? 0)) break;
    counts.set(last, times - 1);
  }
  return text.slice(0, end);
}

// Host names have at most 253 characters. Longer ones are refused first, because the conversion to ASCII takes
// quadratic time.
const NAMES_HOST = /^https:\/\/[/\\]*[^/?#\\]{1,253}(?:[/?#\\]|$)/i;

/** Parses an address. Undefined unless it is https, has a host name, and has no user name. */
function readLink(text: string): Link | undefined {
  const address = /^www\./i.test(text) ? `https://${text}` : text;
  const url = NAMES_HOST.test(address) ? parseUrl(address) : undefined;
  if (url?.protocol !== "https:" || url.username || url.password) return undefined;
  const host = url.hostname;
  // A numeric host is an IP address, not a link to a site.
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(host)) return undefined;
  return { url: url.href, host: url.host, isDisguised: host.split(".").some((label) => label.startsWith("xn--")) };
}

/** Splits a message into plain text and addresses. The parts, joined again, are exactly the message. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: foundText, index } of text.matchAll(CANDIDATE)) {
    const address = trimAddress(foundText);
    const link = readLink(address);
    if (!link) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: address, link });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
