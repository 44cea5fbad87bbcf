// Writes apps/web/app/data/emojis.json: the emojis that the chat offers, in the shape that frimousse reads, with
// Portuguese names and search words.
//
// How to run it (only when the source changes; the result is committed):
//   npm pack emojibase-data@17.0.0 && tar xzf emojibase-data-17.0.0.tgz
//   node scripts/generate-emojis.ts package
// The argument is the unpacked npm package (50 MB, MIT, named in NOTICE).
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const OUTPUT = new URL("../apps/web/app/data/emojis.json", import.meta.url);

/** The newest version of Emoji that devices a few years old can draw. */
const NEWEST_VERSION = 14;
/** The group of skin tones and hair styles, which are only parts of other emojis. */
const COMPONENTS = 2;

/** An entry of `pt/data.json`. An entry without a group is a regional indicator, a part of flags. */
type SourceEmoji = { emoji: string; label: string; group?: number; version: number; tags?: string[] };

const sourceEmojis: SourceEmoji[] = JSON.parse(readFileSync(join(process.argv[2] ?? "", "pt/data.json"), "utf8"));
const emojis = sourceEmojis.flatMap(({ emoji, label, group, version, tags = [] }) =>
  group === undefined || group === COMPONENTS || version > NEWEST_VERSION
    ? []
    : [{ emoji, label, category: group, version, tags }],
);
writeFileSync(OUTPUT, `[\n${emojis.map((emoji) => JSON.stringify(emoji)).join(",\n")}\n]\n`);
