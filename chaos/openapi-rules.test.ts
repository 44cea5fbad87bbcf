import { describe, expect, test } from "vitest";
import { findLosses, type OpenApi } from "./openapi-rules.ts";

const text = {};
type Schema = Parameters<typeof objectOf>[0];
const objectOf = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  properties,
  required,
  additionalProperties: false,
});

function describeCall({
  query = {},
  body,
  answer = objectOf({}),
}: {
  query?: Schema;
  body?: object;
  answer?: object;
}): OpenApi {
  const parameters = Object.entries(query).map(([name, schema]) => ({ name, required: false, schema }));
  const content = (schema: object) => ({ "application/json": { schema } });
  const operation = {
    parameters,
    ...(body && { requestBody: { content: content(body) } }),
    responses: { 200: { content: content(answer) } },
  };
  return { paths: { "/api/notes": { post: operation } } };
}

const body = objectOf({ text, kind: { enum: ["a", "b"] } });
const answer = objectOf({ notes: { items: { anyOf: [objectOf({ id: text, text }), {}] } } });
const before = describeCall({ query: { page: text }, body, answer });

test("a release that takes and answers more than the last one loses nothing", () => {
  const more = describeCall({
    query: { page: text, size: text },
    body: objectOf({ text, kind: { enum: ["a", "b", "c"] }, title: text }, ["text", "kind"]),
    answer: objectOf({ notes: { items: { anyOf: [objectOf({ id: text, text, at: text }), {}] } }, next: text }),
  });
  expect(findLosses(before, more)).toEqual([]);
  expect(findLosses(before, before)).toEqual([]);
  const [operation = { responses: {} }] = Object.values(before.paths["/api/notes"] ?? {});
  const origin = { name: "Origin", in: "header", required: true, schema: {} };
  const parameters = [...(operation.parameters ?? []), origin];
  expect(findLosses(before, { paths: { "/api/notes": { post: { ...operation, parameters } } } })).toEqual([]);
});

describe("pages of the last release miss", () => {
  test.each([
    ["a call", { paths: {} }, "POST /api/notes is gone"],
    ["a parameter", describeCall({ body, answer }), "POST /api/notes takes no page any more"],
    [
      "a field that they send",
      describeCall({ query: { page: text }, body: objectOf({ kind: {} }), answer }),
      "POST /api/notes body takes no text any more",
    ],
    [
      "a value that they send",
      describeCall({ query: { page: text }, body: objectOf({ text, kind: { enum: ["a"] } }), answer }),
      'POST /api/notes body kind takes no "b" any more',
    ],
    [
      "a field that is demanded",
      describeCall({ query: { page: text }, body: objectOf({ text, kind: {}, title: text }), answer }),
      "POST /api/notes body demands title",
    ],
    [
      "a field that they read",
      describeCall({
        query: { page: text },
        body,
        answer: objectOf({ notes: { items: { anyOf: [objectOf({ id: text }), {}] } } }),
      }),
      "POST /api/notes notes [] or answers no text any more",
    ],
  ])("%s", (_, after, loss) => {
    expect(findLosses(before, after)).toEqual([loss]);
  });
});
