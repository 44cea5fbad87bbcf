// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import { showTab } from "~/testing/tab.ts";

const BEGIN = "POST /session/passkey/options";
const SIGN_IN = "POST /session/passkey";
const ana = makeSessionUser({ id: "ana" });
const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** What the browser answers when the person has chosen a passkey. */
const chosenPasskey = {
  id: "a2V5",
  rawId: bytes("key"),
  type: "public-key",
  response: {
    clientDataJSON: bytes("client"),
    authenticatorData: bytes("device"),
    signature: bytes("signature"),
    userHandle: bytes("ana"),
  },
  getClientExtensionResults: () => ({}),
};

type Waiting = { options: CredentialRequestOptions; choose: (answer: unknown) => void };

let server: FakeServer;
/** The requests to the browser, each of which waits for the person. */
let requests: Waiting[];
let stop: AbortController;

/** Lets the browser have passkeys, at an address for which there are some. */
function stubBrowser(hostname = "localhost"): void {
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("location", { href: `https://${hostname}/`, hostname, port: "" });
  // The browser's own is a function, too.
  const credentials = Object.assign(() => {}, { isConditionalMediationAvailable: async () => true });
  vi.stubGlobal("PublicKeyCredential", credentials);
  const get = (options: CredentialRequestOptions) =>
    new Promise((resolve, reject) => {
      requests.push({ options, choose: resolve });
      options.signal?.addEventListener("abort", () => reject(options.signal?.reason));
    });
  Object.defineProperty(navigator, "credentials", { value: { get }, configurable: true });
}

async function start(onFailure: (words: string) => void = () => {}) {
  const { suggestPasskeys } = await import("./suggest-passkeys.ts");
  return suggestPasskeys({ signal: stop.signal, isRemembered: () => true, onFailure });
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  requests = [];
  stop = new AbortController();
  server = openFakeServer();
  showTab(true);
  server.answer(BEGIN, () => ({
    challenge: "AAAA",
    rpId: "localhost",
    timeout: 300_000,
    userVerification: "required",
    allowCredentials: [],
  }));
  server.answer(SIGN_IN, () => ({ user: ana, wasReactivated: false }));
  stubBrowser();
});
afterEach(() => {
  stop.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const addField = () => {
  document.body.innerHTML = '<input autocomplete="username webauthn">';
};

describe("[D2.54] passkeys in the e-mail field", () => {
  test("are offered by the browser, and the chosen one signs in", async () => {
    addField();
    void start().catch(() => {});
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.options).toMatchObject({ mediation: "conditional" });
    requests[0]?.choose(chosenPasskey);
    await vi.waitFor(() => expect(server.callsOf(SIGN_IN)).toHaveLength(1));
    expect(server.callsOf(SIGN_IN)[0]?.body).toMatchObject({ remember: true, passkey: { id: "a2V5" } });
    const { readSession } = await import("~/platform/session.ts");
    await vi.waitFor(() => expect(readSession().user).toEqual(ana));
  });

  test("are offered again with a new challenge before the old one ends", async () => {
    addField();
    void start().catch(() => {});
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(271_000);
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    expect(server.callsOf(BEGIN)).toHaveLength(2);
  });

  test("are not offered again while the page is hidden", async () => {
    addField();
    void start().catch(() => {});
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    showTab(false);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.callsOf(BEGIN)).toHaveLength(1);
    showTab(true);
    await vi.waitFor(() => expect(requests).toHaveLength(2));
  });

  test("end with the screen", async () => {
    addField();
    const suggestion = start();
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    stop.abort();
    await expect(suggestion).rejects.toThrow();
    expect(server.callsOf(BEGIN)).toHaveLength(1);
  });

  test("that the server refuses show its words, and others can be chosen", async () => {
    addField();
    server.answer(SIGN_IN, () => refuse("AUTH_PASSKEY_REFUSED", 401));
    const failures: string[] = [];
    void start((words) => failures.push(words)).catch(() => {});
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    requests[0]?.choose(chosenPasskey);
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    expect(failures).toEqual([expect.stringContaining("Esta chave de acesso não foi aceita.")]);
  });

  test("are not requested at an address of numbers", async () => {
    stubBrowser("127.0.0.1");
    await start();
    expect(server.callsOf(BEGIN)).toEqual([]);
  });
});
