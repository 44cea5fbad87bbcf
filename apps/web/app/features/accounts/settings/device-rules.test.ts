import { expect, test } from "vitest";
import { lastSeenText } from "./device-rules.ts";

const now = new Date("2026-11-21T15:00:00Z");

test.each([
  ["2026-11-21T15:00:30Z", "Usado agora há pouco"],
  ["2026-11-21T14:59:00Z", "Usado agora há pouco"],
  ["2026-11-21T14:58:01Z", "Usado agora há pouco"],
  ["2026-11-21T14:58:00Z", "Usado há 2 minutos"],
  ["2026-11-21T14:55:00Z", "Usado há 5 minutos"],
  ["2026-11-21T13:30:00Z", "Usado há 1 hora"],
  ["2026-11-20T14:00:00Z", "Usado há 1 dia"],
  ["2026-11-11T14:00:00Z", "Usado há 10 dias"],
  ["2026-10-22T15:00:01Z", "Usado há 29 dias"],
  ["2026-10-22T15:00:00Z", "Usado em 22/10/2026"],
  ["2026-09-01T15:00:00Z", "Usado em 01/09/2026"],
])("a device that was used at %s shows %j", (lastSeenAt, text) => {
  expect(lastSeenText(lastSeenAt, now)).toBe(text);
});
