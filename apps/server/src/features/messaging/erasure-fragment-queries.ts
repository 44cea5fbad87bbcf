// Statements for the owner of the database: the product's own role removes no messages. Each has the id of the erased
// member as its only parameter and is repeated until it changes fewer rows than `limit`.

/**
 * Removes the messages between the member and others whose erasure has begun as well, with their reactions: the later
 * ones first, because they may be replies to earlier ones.
 */
export const removeMessagesOfErased = (limit: number): string => `
  with gone as (
    select message.id from message
    join erasure on erasure.member_id = case when sender_id = $1::uuid then recipient_id else sender_id end
    where (sender_id = $1::uuid or recipient_id = $1::uuid) and erasure.begun_at is not null
    order by message.id desc limit ${limit}
  ), reactions as (
    delete from reaction where message_id in (select id from gone)
  )
  delete from message where id in (select id from gone)`;
