import type { Changed } from "@caramelo/contract/call/call";
import type { Presence } from "@caramelo/contract/presence/calls";
import type { QueryClient } from "@tanstack/react-query";

/** What may change about another member while they are on the screen. */
export type MemberChange = { isFavorite?: boolean; presence?: Presence };
type Member = { id: string; presence: Presence; isFavorite?: boolean };
type FindChange = (member: Member) => MemberChange | undefined;

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** The data contains members, each an object with `id` and `presence`, who may change while it is cached. */
      carriesMembers?: true;
      /** The query is loaded again when a call changes one of these; the contract declares what each call changes. */
      refreshOn?: Changed | readonly Changed[];
      /**
       * The query is loaded again at the next visit and not at once, because the member may be in the middle of a long
       * list.
       */
      isRefreshedLater?: true;
    };
  }
}

/** When the presence of a member was last read, if that was after the data was loaded, in the browser's clock. */
const presenceReadAt = new Map<string, number>();

/** Changes one member in all cached data, whichever screen loaded it. The data does not count as loaded again. */
export function changeMember(client: QueryClient, memberId: string, change: MemberChange): void {
  if (change.presence) presenceReadAt.set(memberId, Date.now());
  changeMembers(client, ({ id }) => (id === memberId ? change : undefined));
}

/** Changes members in all cached data. `readAt` is when the presence that is shown of a member was read. */
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

/** The data with its members changed. What does not change is the same object, so that it is not drawn again. */
export function withChanges<T>(data: T, findChange: FindChange): T {
  if (typeof data !== "object" || data === null) return data;
  // The casts hold, because a change only replaces values by others of their type.
  if (isMember(data)) return assignWhatDiffers(data, findChange(data) ?? {}) as T;
  const changedParts = Object.entries(data).map(([key, part]) => [key, withChanges(part, findChange)]);
  return assignWhatDiffers(data, Object.fromEntries(changedParts)) as T;
}

const isMember = (data: object): data is Member => "presence" in data;

/** Leaves out what the data does not have: the other member of a conversation has no `isFavorite`. */
function assignWhatDiffers(data: object, change: object): object {
  const knownData: Record<string, unknown> = { ...data };
  const differing = Object.entries(change).filter(([key, value]) => key in knownData && knownData[key] !== value);
  if (differing.length === 0) return data;
  return Object.assign(Array.isArray(data) ? [...data] : knownData, Object.fromEntries(differing));
}
