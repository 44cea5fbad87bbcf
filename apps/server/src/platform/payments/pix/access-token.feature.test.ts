import { expect, test } from "vitest";
import { openAccessToken } from "./access-token.ts";
import type { HttpAnswer, HttpRequest } from "./https-client.ts";

function open(answer: (count: number) => HttpAnswer) {
  const sentRequests: HttpRequest[] = [];
  let passedMs = 0;
  const token = openAccessToken({
    send: async (request) => {
      sentRequests.push(request);
      return answer(sentRequests.length);
    },
    clock: { now: () => new Date(1_000_000 + passedMs) },
    tokenUrl: new URL("https://pix.example/token"),
    clientId: "site",
    clientSecret: "segredo",
  });
  return {
    token,
    sentRequests,
    pass: (seconds: number) => {
      passedMs += seconds * 1_000;
    },
  };
}

const give = (expiresIn: unknown) => (count: number) => ({
  status: 200,
  body: JSON.stringify({ access_token: `t${count}`, token_type: "Bearer", expires_in: expiresIn }),
});

test("an access token is fetched once for everybody, and again shortly before it ends", async () => {
  const { token, sentRequests, pass } = open(give(3_600));
  expect(await Promise.all([token.get(), token.get()])).toEqual(["t1", "t1"]);
  pass(3_539);
  expect(await token.get()).toBe("t1");
  pass(1);
  expect(await token.get()).toBe("t2");
  expect(sentRequests).toHaveLength(2);
});

test("an access token that lives for less than a minute is used for half of its life", async () => {
  const { token, pass } = open(give("20"));
  expect(await token.get()).toBe("t1");
  pass(9);
  expect(await token.get()).toBe("t1");
  pass(1);
  expect(await token.get()).toBe("t2");
});

test("an access token is requested with client credentials, which are in the header only", async () => {
  const { token, sentRequests } = open(give(60));
  await token.get();
  const [{ headers, body } = { headers: undefined, body: undefined }] = sentRequests;
  expect(headers?.authorization).toBe(`Basic ${Buffer.from("site:segredo").toString("base64")}`);
  expect(new URLSearchParams(body).get("grant_type")).toBe("client_credentials");
  expect(body).not.toContain("segredo");
});

test("a dropped access token is not used again, and dropping an older one changes nothing", async () => {
  const { token } = open(give(3_600));
  token.drop(await token.get());
  expect(await token.get()).toBe("t2");
  token.drop("t1");
  expect(await token.get()).toBe("t2");
});

test.each([
  { status: 401, body: '{"error":"invalid_client"}' },
  { status: 200, body: "<html>" },
  { status: 200, body: '{"token":"t"}' },
])("no access token in the answer %j is an error, and the next request fetches one again", async (answer) => {
  const { token, sentRequests } = open((count) => (count === 1 ? answer : give(60)(count)));
  await expect(token.get()).rejects.toThrow(/no access token/);
  expect(await token.get()).toBe("t2");
  expect(sentRequests).toHaveLength(2);
});
