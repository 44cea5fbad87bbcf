import type { Opening } from "@caramelo/contract/messaging/calls";
import { useEffect, useState } from "react";
import { useMember } from "~/platform/session.ts";
import { listOffered, type Offered, readOffered, renewOffer } from "./rules.ts";

// The member's id comes second, because platform/device-traces.ts finds a member's keys by it.
const keyOf = (memberId: string, withId: string) => `aberturas:${memberId}:${withId}`;

function readStored(memberId: string, withId: string): Offered | undefined {
  try {
    return readOffered(localStorage.getItem(keyOf(memberId, withId)));
  } catch {
    return undefined;
  }
}

function store(memberId: string, withId: string, offered: Offered): void {
  try {
    localStorage.setItem(keyOf(memberId, withId), JSON.stringify(offered));
  } catch {
    // Without storage the same openings may be offered again on the next visit.
  }
}

/**
 * The openings to offer for a first message, out of those the server made for this person. The browser stores what it
 * has offered and does not offer it again. Sent ones need no storage: after the pair's first message the server makes
 * no more openings.
 */
export function useOffer(withId: string, openings: readonly Opening[] | undefined): Opening[] {
  const { id } = useMember();
  const [offered, setOffered] = useState<Offered>();
  if (openings && !offered) setOffered(renewOffer(openings, readStored(id, withId), Date.now()));
  useEffect(() => {
    if (offered) store(id, withId, offered);
  }, [id, withId, offered]);
  return openings && offered ? listOffered(openings, offered) : [];
}
