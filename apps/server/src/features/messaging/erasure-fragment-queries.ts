// A statement for the owner of the database: the product's own role removes no messages. It has the id of the erased
// member as its only parameter and is repeated until it changes fewer rows than `limit`.

/**
 * Removes the messages between the member and others who have no conversation with the member any more, because they
 * are erased as well, with their reactions: the later ones first, because they may be replies to earlier ones.
 */
export const removeMessagesOfErased = (limit: number): string => `
  with gone as (
    select message.id from message
    where (sender_id = $1::uuid or recipient_id = $1::uuid) and not exists (
      select from conversation theirs
      where theirs.owner_id = case when sender_id = $1::uuid then recipient_id else sender_id end
        and theirs.other_id = $1::uuid
    )
    order by message.id desc limit ${limit}
  ), reactions as (
    delete from reaction where message_id in (select id from gone)
  )
  delete from message where id in (select id from gone)`;
