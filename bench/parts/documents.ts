import { withClient } from "../../apps/server/src/platform/database/database.ts";
import { makeAcquaintances } from "../fixtures/acquaintances.ts";
import { type Bench, type Part, type Prepared, readSide } from "../part.ts";
import { goal, least } from "../rules.ts";

// A member's documents: the built page with the first answers of its screen, compressed for a browser.

const BUSCA = "/busca";
const MENSAGENS = "/mensagens";
const CONCURRENCY = 8;
const headers = { accept: "text/html", "accept-encoding": "gzip, deflate, br, zstd" };

async function prepare(bench: Bench): Promise<Prepared> {
  const members = await withClient(bench.few, makeAcquaintances);
  const product = await bench.startProduct(bench.few);
  const sides = [BUSCA, MENSAGENS].map((path) => {
    const requests = members.map(({ cookie }) => ({ path, cookie, headers }));
    return readSide(bench, path, product, requests, CONCURRENCY);
  });
  return { sides };
}

export const documents: Part = {
  title: `Documents: pages of members with their first answers, ${CONCURRENCY} at a time`,
  databases: 1,
  phases: [{ prepare }],
  goals: [goal("a second", BUSCA, least(450, 600)), goal("a second", MENSAGENS, least(380, 500))],
  why: "Each visit begins with a document. What it costs decides how many visits one machine serves in the busiest hour.",
};
