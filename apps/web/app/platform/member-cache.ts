import type { Changed } from "@caramelo/contract/call/call";
import type { Presence } from "@caramelo/contract/presence/calls";
import type { QueryClient } from "@tanstack/react-query";

/** Facts about another member that may change while they are on the screen. */
export type MemberChange = { isFavorite?: boolean; presence?: Presence };
type Member = { id: string; presence: Presence; isFavorite?: boolean };
type FindChange = (member: Member) => MemberChange | undefined;

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** The data contains members (objects with `id` and `presence`) who may change while it is cached. */
      carriesMembers?: true;
      /** The query is reloaded when a call changes one of these; the contract declares what each call changes. */
      refreshOn?: Changed | readonly Changed[];
      /**
       * The query is reloaded on the next visit instead of at once, because the member may be in the middle of a long
       * list.
       */
      isRefreshedLater?: true;
    };
  }
}

/** When a member's presence was last read, if after the data was loaded, in the browser's clock. */
const presenceReadAt = new Map<string, number>();

/** Changes one member in all cached data. The data does not count as reloaded. */
export function changeMember(client: QueryClient, memberId: string, change: MemberChange): void {
  if (change.presence) presenceReadAt.set(memberId, Date.now());
  changeMembers(client, ({ id }) => (id === memberId ? change : undefined));
}

/** Changes members in all cached data. `readAt`: when the shown presence was read. */
export function changeMembers(
  client: QueryClient,
  findChange: (member: Member, readAt: number) => MemberChange | undefined,
): void {
  for (const { queryKey, state, meta } of client.getQueryCache().getAll()) {
    if (!meta?.carriesMembers) continue;
    const readAt = ({ id }: Member) => Math.max(state.dataUpdatedAt, presenceReadAt.get(id) ?? 0);
    const next = withChanges(state.data, (member) => findChange(member, readAt(member)));
    if (next !== state.data) client.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt });
  }
}

/** The data with its members changed. Unchanged parts stay the same objects, so that they do not re-render. */
export function withChanges<T>(data: T, findChange: FindChange): T {
  if (typeof data !== "object" || data === null) return data;
  // The casts are safe, because a change only replaces values by others of their type.
  if (isMember(data)) return assignWhatDiffers(data, findChange(data) ?? {}) as T;
  const changedParts = Object.entries(data).map(([key, part]) => [key, withChanges(part, findChange)]);
  return assignWhatDiffers(data, Object.fromEntries(changedParts)) as T;
}

const isMember = (data: object): data is Member => "presence" in data;

/** Skips fields that the data lacks: the other member of a conversation has no `isFavorite`. */
function assignWhatDiffers(data: object, change: object): object {
  const knownData: Record<string, unknown> = { ...data };
  const differing = Object.entries(change).filter(([key, value]) => key in knownData && knownData[key] !== value);
  if (differing.length === 0) return data;
  return Object.assign(Array.isArray(data) ? [...data] : knownData, Object.fromEntries(differing));
}
