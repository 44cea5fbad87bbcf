import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startMailServer } from "../../testing/mail-server.ts";
import { PATIENT } from "../../testing/patience.ts";
import { isMailRefusal, openMailer, PATIENCE, senderOf } from "./mailer.ts";

const LETTER = { to: "ana@exemplo.invalid", subject: "Olá, Ana", text: "Um texto.\n", html: "<p>Um texto.</p>" };
const FROM = "Caramelo <suporte@exemplo.invalid>";

async function startServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options);
  onTestFinished(server.close);
  return server;
}

function headersOf(source: string): string[] {
  const [head = ""] = source.split("\r\n\r\n");
  return head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
}

describe("a mailer with a mail server", () => {
  test("sends a letter as text and as HTML, from the operator's address to one recipient", async () => {
    const { takenMails, url } = await startServer();
    const mailer = openMailer({ smtpUrl: url, from: () => FROM });
    expect(mailer.isSending).toBe(true);
    await mailer.send(LETTER);
    expect(takenMails).toMatchObject([{ from: "suporte@exemplo.invalid", to: ["ana@exemplo.invalid"] }]);
    const source = takenMails[0]?.source ?? "";
    expect(headersOf(source)).toEqual(expect.arrayContaining([`From: ${FROM}`, "To: ana@exemplo.invalid"]));
    expect(source).toContain("multipart/alternative");
    for (const part of ["Content-Type: text/plain", "Um texto.", "Content-Type: text/html", "<p>Um texto.</p>"])
      expect(source).toContain(part);
  });

  test("[T62] keeps a subject with line breaks from adding headers or recipients", async () => {
    const { takenMails, url } = await startServer();
    const subject = "Ana\r\nBcc: todos@exemplo.invalid\r\n\r\n<script>";
    await openMailer({ smtpUrl: url, from: () => FROM }).send({ ...LETTER, subject });
    expect(takenMails[0]?.to).toEqual(["ana@exemplo.invalid"]);
    const headers = headersOf(takenMails[0]?.source ?? "");
    expect(headers.filter((line) => /^subject:/i.test(line))).toHaveLength(1);
    expect(headers.filter((line) => /^bcc:/i.test(line))).toEqual([]);
  });

  test("[T32] reports a refusal by its codes, without the server's message, which repeats the address", async () => {
    const { url } = await startServer({ onRcptTo: ({ address }, _, done) => done(new Error(`no ${address} here`)) });
    const attempt = openMailer({ smtpUrl: url, from: () => FROM }).send(LETTER);
    await expect(attempt).rejects.toThrow(/^the mail server did not take it \(EENVELOPE \d{3}\)$/);
  });

  test("a mail server on another machine must speak TLS, one on this machine need not", async () => {
    const { takenMails, url } = await startServer();
    // This address reaches the server on this machine, and is not known to be of this machine.
    const otherUrl = url.replace("127.0.0.1", "0.0.0.0");
    await expect(openMailer({ smtpUrl: otherUrl, from: () => FROM }).send(LETTER)).rejects.toThrow(/ETLS/);
    expect(takenMails).toEqual([]);
    await openMailer({ smtpUrl: url, from: () => FROM }).send(LETTER);
    await openMailer({ smtpUrl: `${otherUrl}?requireTLS=false`, from: () => FROM }).send(LETTER);
    expect(takenMails).toHaveLength(2);
  });

  test("reports that the mail server cannot be reached", async () => {
    const attempt = openMailer({ smtpUrl: "smtp://127.0.0.1:1", from: () => FROM }).send(LETTER);
    await expect(attempt).rejects.toThrow(/^the mail server did not take it \(E\w+\)$/);
  });
});

describe("a mail server that does not answer as it should", () => {
  const patience = { greetMs: 200, silentMs: 200, wholeMs: 60_000 };
  const send = (url: string) => openMailer({ smtpUrl: url, from: () => FROM, patience }).send(LETTER);

  /** A server that keeps every connection and is silent on it, or sends a few bytes again and again. */
  async function startTalker(greet: (socket: Socket) => void) {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
      greet(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as AddressInfo; // it listens on a port
    return { url: `smtp://127.0.0.1:${port}`, sockets };
  }

  test("[T81] is left when it takes the mail and never answers", async () => {
    const { url } = await startServer({ onData: (stream) => stream.resume() });
    await expect(send(url)).rejects.toThrow("the mail server did not take it (ETIMEDOUT)");
  });

  test("[T81] is left when it never greets", async () => {
    const { url } = await startTalker(() => {});
    await expect(send(url)).rejects.toThrow("the mail server did not take it (ETIMEDOUT)");
    const waitingOptions = {
      smtpUrl: url,
      from: () => FROM,
      patience: { greetMs: 200, silentMs: 60_000, wholeMs: 60_000 },
    };
    await expect(openMailer(waitingOptions).send(LETTER)).rejects.toThrow(
      "the mail server did not take it (ETIMEDOUT)",
    );
  });

  test("[T81] may read a mail for longer than it may need to greet, else it takes the mail with each try", async () => {
    const greetMs = 1_000;
    const { url } = await startServer({
      onData: (stream, _, done) => {
        stream.resume();
        stream.on("end", () => setTimeout(done, greetMs + 200));
      },
    });
    const patience = { greetMs, silentMs: 60_000, wholeMs: 60_000 };
    await openMailer({ smtpUrl: url, from: () => FROM, patience }).send(LETTER);
    expect(PATIENCE.silentMs).toBeGreaterThanOrEqual(20_000);
  });

  test("[T81] is left before the database ends the transaction that holds the mail", () => {
    expect(PATIENCE.wholeMs).toBeGreaterThan(PATIENCE.silentMs);
    expect(PATIENCE.wholeMs).toBeLessThan(30_000);
  });

  test("[T81] is left, and its connection ended, when it goes on talking and comes to no end", async () => {
    const { url, sockets } = await startTalker((socket) => {
      const talking = setInterval(() => socket.write("220-wait\r\n"), 50);
      socket.on("close", () => clearInterval(talking));
      socket.resume();
    });
    const mailer = openMailer({
      smtpUrl: url,
      from: () => FROM,
      patience: { greetMs: 60_000, silentMs: 60_000, wholeMs: 300 },
    });
    await expect(mailer.send(LETTER)).rejects.toThrow("the mail server did not take it (EABORT)");
    await vi.waitFor(() => expect(sockets.size).toBe(0), PATIENT);
  });

  test("[T81] is distinguished from one that refuses a mail", async () => {
    const refuse = (responseCode: number) =>
      startServer({ onRcptTo: (_, __, done) => done(Object.assign(new Error("no"), { responseCode })) });
    // With the product's own patience: on a busy machine an answer takes longer than in the tests above.
    const judge = (url: string) =>
      openMailer({ smtpUrl: url, from: () => FROM })
        .send(LETTER)
        .catch(isMailRefusal);
    expect(await judge((await refuse(550)).url)).toBe(true);
    expect(await judge((await refuse(451)).url)).toBe(true);
    expect(await judge((await refuse(421)).url)).toBe(false);
    expect(await judge((await refuse(454)).url)).toBe(false);
    expect(await judge("smtp://127.0.0.1:1")).toBe(false);
  });
});

test("a brand whose name has signs that mean something in a header is one sender", async () => {
  const { takenMails, url } = await startServer();
  const from = senderOf('Clube, "Ana" <x@y.invalid>', "oi@clube.example");
  await openMailer({ smtpUrl: url, from: () => from }).send(LETTER);
  expect(takenMails[0]?.from).toBe("oi@clube.example");
  expect(headersOf(takenMails[0]?.source ?? "")).toContain(
    String.raw`From: "Clube, \"Ana\" <x@y.invalid>" <oi@clube.example>`,
  );
  expect(senderOf("Clube da Ana", "oi@clube.example")).toBe("Clube da Ana <oi@clube.example>");
});

test("a mailer without a mail server says so and refuses to send", async () => {
  const mailer = openMailer({ smtpUrl: undefined, from: () => FROM });
  expect(mailer.isSending).toBe(false);
  await expect(mailer.send(LETTER)).rejects.toThrow("there is no mail server");
});
