import { findWarnings } from "../../apps/server/src/features/messaging/rules/find-warnings.ts";
import { listHarmless, listScams, type Part } from "../fixtures/messages/read-messages.ts";
import { type Finding, figure } from "../report.ts";

// How well messages that look like a fraud are told from small talk. All messages were written by hand for this product.

const ROUNDS = 20;
const PARTS: Record<Part, string> = {
  tuned: "messages that the rules were made with",
  apart: "messages that were kept apart",
};

export async function benchScams(): Promise<Finding> {
  const results = (Object.keys(PARTS) as Part[]).map(measurePart); // it has no other keys
  return {
    title: "Warnings of frauds in messages, on hand-written messages in Portuguese",
    targets: results.flatMap(({ name, recall, falseShare, microseconds }) => [
      { name: `scams that are warned of, ${name}`, value: recall, atLeast: 0.95 },
      { name: `harmless messages that are warned of, ${name}`, value: falseShare, atMost: 0.01 },
      { name: `reading a message, ${name}`, value: microseconds, atMost: 100, unit: "µs" },
    ]),
    figures: results.flatMap(({ lines }) => lines),
  };
}

function measurePart(part: Part) {
  const name = PARTS[part];
  const [scams, harmless] = [listScams(part), listHarmless(part)];
  const found = scams.map(({ kind, text }) => ({ kind, warnings: findWarnings(text) }));
  const warned = found.filter(({ warnings }) => warnings.length > 0).length;
  const right = found.filter(({ kind, warnings }) => warnings.includes(kind)).length;
  const tripped = harmless.filter((text) => findWarnings(text).length > 0).length;
  const microseconds = timeReading([...harmless, ...scams.map(({ text }) => text)]);
  return {
    name,
    recall: warned / scams.length,
    falseShare: tripped / harmless.length,
    microseconds,
    lines: [
      `${name}: ${warned} of ${scams.length} scams are warned of, ${right} of them by the kind that they show best`,
      `${name}: ${tripped} of ${harmless.length} harmless ones are warned of`,
      `${name}: ${figure(microseconds)} µs to read one`,
    ],
  };
}

function timeReading(texts: string[]): number {
  const readAll = () => {
    for (const text of texts) findWarnings(text);
  };
  readAll();
  const before = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) readAll();
  return ((performance.now() - before) * 1_000) / (ROUNDS * texts.length);
}
