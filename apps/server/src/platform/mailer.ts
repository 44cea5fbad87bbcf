import { createTransport } from "nodemailer";

export type Letter = { to: string; subject: string; text: string; html: string };

export type Mailer = {
  /** There is a mail server. Without one mails are only kept. */
  isSending: boolean;
  /** Hands a mail to the server. @throws when it is not taken. */
  send(letter: Letter): Promise<void>;
};

// A mail server that hangs must not hold a job for minutes.
const TIMEOUT_MS = 20_000;

/** `from` is a whole sender: "Name <address>". */
export function openMailer({ smtpUrl, from }: { smtpUrl: string | undefined; from: string }): Mailer {
  if (smtpUrl === undefined) {
    return {
      isSending: false,
      send: async () => {
        throw new Error("there is no mail server");
      },
    };
  }
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: smtpUrl, ...timeouts });
  return {
    isSending: true,
    send: async (letter) => {
      // Nothing of a mail may make the server read files or addresses.
      await transport.sendMail({ from, ...letter, disableFileAccess: true, disableUrlAccess: true });
    },
  };
}
