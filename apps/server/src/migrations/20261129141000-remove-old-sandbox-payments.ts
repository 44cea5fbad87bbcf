import { type Kysely, sql } from "kysely";

/** The books of the sandbox name the member, too, so they go with the order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function remove_old_purchases(now timestamptz, at_most integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      old uuid[];
    begin
      old := array(
        select id from product_order
        where created_at < now - interval '5 years'
        order by created_at, id
        limit at_most
        for update skip locked
      );
      perform set_config('caramelo.removes_purchases', 'on', true);
      delete from order_event where order_id = any(old);
      delete from money_return where order_id = any(old);
      delete from payment_webhook where order_id = any(old);
      delete from pix_charge where order_id = any(old);
      delete from withdrawal_review where order_id = any(old);
      delete from sandbox_return using sandbox_payment
        where sandbox_payment.id = sandbox_return.payment_id and sandbox_payment.order_id = any(old);
      delete from sandbox_payment where order_id = any(old);
      update ledger_entry set order_id = null where order_id = any(old);
      perform set_config('caramelo.removes_purchases', 'off', true);
      delete from product_order where id = any(old);
      return coalesce(array_length(old, 1), 0);
    end $$`.execute(db);
}
