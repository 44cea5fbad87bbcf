import type { FastifyInstance, FastifyRequest } from "fastify";

/** RFC 9116 wants the file to end within a year, so that an abandoned one is not relied on. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

type Contact = {
  /** The address that security reports go to; undefined when the site has none that reaches anybody. */
  emailOf: () => string | undefined;
  originOf: (request: FastifyRequest) => string;
  now: () => Date;
};

/** Returns the file of RFC 9116. Its canonical address must be https, so a site without https names none. */
function writeSecurityContact(email: string, origin: string, now: Date): string {
  const ends = new Date(Math.floor(now.getTime() / DAY_MS + VALID_DAYS) * DAY_MS).toISOString();
  const canonical = origin.startsWith("https:") ? [`Canonical: ${origin}/.well-known/security.txt`] : [];
  return [`Contact: mailto:${email}`, `Expires: ${ends}`, "Preferred-Languages: pt, en", ...canonical, ""].join("\n");
}

/** Serves /.well-known/security.txt, which says where security problems are reported. */
export function serveSecurityContact(app: FastifyInstance, { emailOf, originOf, now }: Contact): void {
  app.get("/.well-known/security.txt", (request, reply) => {
    const email = emailOf();
    if (email === undefined) return reply.callNotFound();
    return reply
      .headers({ "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" })
      .send(writeSecurityContact(email, originOf(request), now()));
  });
}
