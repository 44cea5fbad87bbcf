// A statement for the owner of the database. It has the id of the erased member as its only parameter and is repeated
// until it changes fewer rows than `limit`.

/**
 * Nobody is left whose messages could be read, so the other ones have none unread. A conversation that a block hides
 * stays hidden when the block goes.
 */
export const releaseConversations = (limit: number): string => `
  update conversation theirs
  set unread = 0, cleared_up_to = case when is_hidden then theirs.last_seq else theirs.cleared_up_to end
  from (
    select found.ctid as place, is_hidden
    from conversation own
    join conversation found on found.owner_id = own.other_id and found.other_id = own.owner_id
    cross join lateral (
      select exists (
        select from hidden_pair where viewer_id = found.owner_id and hidden_pair.other_id = found.other_id
      ) as is_hidden
    ) block
    where own.owner_id = $1::uuid and (found.unread > 0 or is_hidden and found.cleared_up_to < found.last_seq)
    limit ${limit} for update of found
  ) released
  where theirs.ctid = released.place`;
