import { existsSync } from "node:fs";

/** Whether this machine has Debian's PostgreSQL, of which the tests of a failover start several. */
export const hasPostgresServer = () => existsSync("/usr/lib/postgresql/15/bin/postgres");
