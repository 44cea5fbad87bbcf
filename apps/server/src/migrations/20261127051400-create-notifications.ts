import { type Kysely, sql } from "kysely";

/** The bell of each member, and the browsers that asked for push messages, each as long as its session lasts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification (
      id uuid primary key,
      member_id uuid not null references member on delete cascade,
      actor_id uuid not null references member on delete cascade,
      type text not null check (type in ('profile_view', 'favorite', 'message', 'match', 'team', 'withdrawal')),
      created_at timestamptz not null,
      dismissed_at timestamptz,
      check (member_id <> actor_id)
    );
    -- The bell: newest first, without what is dismissed and without messages.
    create index notification_bell_index on notification (member_id, created_at desc, id)
      where dismissed_at is null and type <> 'message';
    create index notification_pair_index on notification (member_id, actor_id, type, created_at);
    create index notification_actor_index on notification (actor_id);
    -- A pair matches once, ever; however many messages wait from one person, one notification says so.
    create unique index notification_match_index on notification (member_id, actor_id) where type = 'match';
    create unique index notification_message_index on notification (member_id, actor_id)
      where type = 'message' and dismissed_at is null;
    -- Notifications are kept for 90 days; that a pair matched is kept for good.
    create index notification_age_index on notification (created_at) where type <> 'match';
    select grant_to_app('select, insert, delete, update (created_at, dismissed_at)', 'notification');

    create table push_subscription (
      endpoint text primary key check (length(endpoint) <= 1000),
      session_id uuid not null references session on delete cascade,
      member_id uuid not null references member on delete cascade,
      p256dh text not null,
      auth text not null,
      created_at timestamptz not null
    );
    create index push_subscription_member_index on push_subscription (member_id);
    create index push_subscription_session_index on push_subscription (session_id);
    select grant_to_app('select, insert, delete', 'push_subscription');
    select grant_to_app('update (session_id, member_id, p256dh, auth, created_at)', 'push_subscription');

    -- Every mail of the product. With a mail server its words go once it has left; without one it is kept to be read.
    create table mail (
      id uuid primary key,
      kind text not null,
      recipient text not null,
      subject text not null,
      body_text text,
      body_html text,
      created_at timestamptz not null,
      sent_at timestamptz,
      failed_at timestamptz
    );
    comment on column mail.failed_at is 'When the last try was given up';
    create index mail_created_index on mail (created_at desc, id desc);
    create index mail_waiting_index on mail (created_at) where sent_at is null and failed_at is null;
    create index mail_failed_index on mail (failed_at) where failed_at is not null;
    -- When the last mail left is asked with each alarm, also while guests cause thousands of other mails.
    create index mail_alarm_index on mail (created_at desc) where kind = 'alarm';
    select grant_to_app('select, insert, delete, update (body_text, body_html, sent_at, failed_at)', 'mail');

    -- What calls the team is gathered here, in the transaction that causes it, until the next mail tells how much it was.
    create table alarm (
      id uuid primary key,
      kind text not null,
      happened_at timestamptz not null
    );
    select grant_to_app('select, insert, delete', 'alarm')`.execute(db);
}
