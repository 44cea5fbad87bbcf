import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Db } from "../database/database.ts";

/** Serves /healthz, which answers while the process runs, and /readyz, which answers while the database does too. */
export function serveHealth(app: FastifyInstance, db: Db): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const isReady = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? "ok" : "database unreachable" });
  });
}
