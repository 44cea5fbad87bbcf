import { createTransport } from "nodemailer";

export type Letter = { to: string; subject: string; text: string; html: string; headers?: Record<string, string> };

/** Marks the mail as automatic, so that out-of-office programs do not answer it (RFC 3834). */
const AUTOMATIC = { "Auto-Submitted": "auto-generated" };

export type Mailer = {
  /** Whether there is a mail server. Without one, mails are only stored. */
  isSending: boolean;
  from(): string;
  /** Gives a mail to the server. @throws when the server does not accept it. */
  send(letter: Letter): Promise<void>;
};

/**
 * How long, in milliseconds, a mail server may take to greet, may be silent afterwards, and may need for one mail in
 * all. A job and a connection to the database wait meanwhile. A server is silent while it reads a mail before accepting
 * it. If we left a server at that moment, it would have the mail, and would get it again with each try.
 */
export const PATIENCE = { greetMs: 10_000, silentMs: 20_000, wholeMs: 25_000 };

type Options = { smtpUrl: string | undefined; from: () => string; patience?: typeof PATIENCE };

/** `from` returns a complete sender: "Name <address>". */
export function openMailer({ smtpUrl, from, patience: { greetMs, silentMs, wholeMs } = PATIENCE }: Options): Mailer {
  if (smtpUrl === undefined) {
    return {
      isSending: false,
      from,
      send: async () => {
        throw new Error("there is no mail server");
      },
    };
  }
  const timeouts = { connectionTimeout: greetMs, greetingTimeout: greetMs, socketTimeout: silentMs };
  // Mails hold links that open accounts. "?requireTLS=false" in the address itself has priority.
  const transport = createTransport({ url: smtpUrl, requireTLS: !isOnThisMachine(smtpUrl), ...timeouts });
  return {
    isSending: true,
    from,
    send: async (letter) => {
      // The content of a mail must not make our server read files or URLs.
      const safety = { disableFileAccess: true, disableUrlAccess: true, signal: AbortSignal.timeout(wholeMs) };
      const headers = { ...AUTOMATIC, ...letter.headers };
      await transport.sendMail({ from: from(), ...letter, headers, ...safety }).catch((error: unknown) => {
        const message = `the mail server did not take it (${reasonOf(error)})`;
        throw Object.assign(new Error(message), { isRefusal: isRefusal(error) });
      });
    },
  };
}

function isOnThisMachine(smtpUrl: string): boolean {
  const { hostname } = new URL(smtpUrl);
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * Whether an error of `send` is the server's own answer to this mail. Any other error means that the server has a
 * problem.
 */
export function isMailRefusal(error: unknown): boolean {
  return error instanceof Error && "isRefusal" in error && error.isRefusal === true;
}

/** With these codes the server temporarily refuses every mail: it is closing, or it received too much. */
const BUSY_CODES: readonly unknown[] = [421, 454];

/** Whether the server refused the sender, the recipient or the content. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  if ("responseCode" in error && BUSY_CODES.includes(error.responseCode)) return false;
  return error.code === "EENVELOPE" || error.code === "EMESSAGE";
}

/** Writes "Name <address>", with the name in quotes if one of its characters has a meaning in a header. */
export function senderOf(name: string, address: string): string {
  const isPlain = /^[\p{L}\p{M}\p{N} &'!-]+$/u.test(name);
  return `${isPlain ? name : `"${name.replace(/["\\]/g, "\\$&")}"`} <${address}>`;
}

/**
 * Returns only the codes of the error: this reason goes to the log, and the server's message may repeat the address.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }; // nodemailer's errors have both
  return [code, responseCode].filter((part) => part !== undefined).join(" ") || error.name;
}
