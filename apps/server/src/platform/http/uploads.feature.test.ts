import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { makePhoto } from "../../testing/hostile-files.ts";
import { listSpool } from "../../testing/leftovers.ts";
import { startUpload, writeMultipart } from "../../testing/multipart.ts";
import { PATIENT } from "../../testing/patience.ts";
import { signUpForm } from "../../testing/people.ts";
import { expectCatalogueEntry } from "../../testing/refusals.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld({ LIMIT_UPLOAD_ATTEMPTS: "6/3600" });
const photo = await makePhoto({ format: "png", width: 200, height: 200 });
const blob = new Blob([new Uint8Array(photo)]);

/** Begins an upload from an address and sends its first photo, so that it can be seen in the spool. */
function beginFrom(address: string) {
  const { headers, body } = writeMultipart([{ name: "photos", filename: "a.png", content: photo }]);
  const upload = startUpload(world.browser().base, { ...headers, "x-forwarded-for": address }, body.slice(0, -40));
  return upload.hangUp;
}

const signUpFrom = (address: string) =>
  world.browser(address).api.accounts.signUp({ body: signUpForm(), photos: [blob, blob] });

test("[T66] while uploads hold every slot of four addresses, honest guests and members upload as if they were alone", async () => {
  const addresses = ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"];
  const member = await makeSignedIn(world);
  const heldUploads = addresses.flatMap((address) => Array.from({ length: 4 }, () => beginFrom(address)));
  await vi.waitFor(async () => expect(await listSpool(world)).toHaveLength(16), PATIENT);
  for (const address of addresses) expect((await signUpFrom(address)).status).toBe(429);
  expect((await signUpFrom("198.51.100.7")).status).toBe(200);
  expect((await member.browser.api.photos.add({ photos: [blob] })).status).toBe(200);
  for (const hangUp of heldUploads) hangUp();
  await vi.waitFor(async () => expect(await listSpool(world)).toEqual([]), PATIENT);
  expect((await signUpFrom("192.0.2.1")).status).toBe(200);
});

test("[T66] uploads that never come to an end are counted, so that an address cannot begin them without end", async () => {
  const address = "192.0.2.66";
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const hangUp = beginFrom(address);
    await vi.waitFor(async () => expect(await listSpool(world)).toHaveLength(1), PATIENT);
    hangUp();
    await vi.waitFor(async () => expect(await listSpool(world)).toEqual([]), PATIENT);
  }
  const answer = await signUpFrom(address);
  expect([answer.status, answer.failure.code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
  expect((await signUpFrom("198.51.100.8")).status).toBe(200);
});

describe("[TB.05] a handshake that never finishes", () => {
  test("is ended within 10 seconds: 8 for the head, and Node looks every 2", () => {
    const { server } = world.app;
    expect(server.headersTimeout + Number(Reflect.get(server, "connectionsCheckingInterval"))).toBe(10_000);
  });

  test.each([
    ["that sends nothing", ""],
    ["of HTTP", "GET /login HTTP/1.1\r\nHost: x\r\nX-More: "],
    ["of a live connection", "GET /api/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"],
  ])("%s loses its connection when its time is over", async (_, head) => {
    const { server } = world.app;
    const { headersTimeout } = server;
    onTestFinished(() => {
      server.headersTimeout = headersTimeout;
    });
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(world.browser().base).port) });
    await once(socket, "connect");
    socket.write(head);
    server.headersTimeout = 1;
    socket.resume();
    await once(socket, "close");
  });
});

test.each([
  ["POST", "/api/session"],
  ["DELETE", "/api/session"],
])("multipart on a call of JSON is refused: %s %s", async (method, path) => {
  const { headers, body } = writeMultipart([{ name: "data", content: "{}" }]);
  const response = await world.browser().raw(path, { method, headers, body });
  await expectCatalogueEntry(response, "VALIDATION_ERROR");
});

test("a client that hangs up within a body of JSON is no error of ours in the log", async () => {
  world.logged.length = 0;
  const { port } = new URL(world.browser().base);
  const socket = connect({ host: "127.0.0.1", port: Number(port) });
  const head = [
    "POST /api/session HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}`,
    "Content-Type: application/json",
    "Content-Length: 100",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n{"email":`);
  // Fastify begins to read the body when the session has been looked up, so half of the body has arrived before.
  const [request] = await once(world.app.server, "request");
  await vi.waitFor(() => expect(request.listenerCount("data")).toBeGreaterThan(0), PATIENT);
  const whenClosed = new Promise((resolve) => request.once("close", resolve));
  socket.destroy();
  await whenClosed;
  await new Promise((resolve) => setImmediate(resolve));
  expect(world.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
