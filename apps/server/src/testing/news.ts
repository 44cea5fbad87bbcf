import type { LiveNews } from "../platform/live-bus.ts";
import type { World } from "./world.ts";

type Told = { type: string; payload: object };

/** What is told to the open browsers of members from now on: `toldTo` answers it in its order. */
export function listenToNews({ context }: Pick<World, "context">) {
  const heard: LiveNews[] = [];
  context.live.listen((news) => heard.push(news));
  const toldTo = ({ id }: { id: string }): Told[] =>
    heard
      .flatMap((news) => (news.kind === "tell" && news.memberId === id ? [news] : []))
      .map(({ type, payload }) => ({ type, payload }));
  return { toldTo };
}

export const SELF_CHANGED: Told = { type: "changed", payload: { what: "self" } };
export const PEOPLE_CHANGED: Told = { type: "changed", payload: { what: "people" } };
export const waiting = (unread: number): Told => ({ type: "notifications", payload: { unread } });
