import { type Kysely, sql } from "kysely";

/** The texts of consents before this migration, with the brand's own name: a text in which it was another stays unknown. */
const KNOWN_TEXTS = [
  "Tenho 18 anos ou mais e aceito os Termos de uso e a Política de privacidade.",
  "Meu perfil e o que busco podem revelar minha vida afetiva e sexual, um dado sensível para a lei. Autorizo o Caramelo a usar essas informações só para mostrar meu perfil, sugerir pessoas e manter minhas conversas. Posso retirar essa autorização quando quiser.",
  "Quero receber novidades e ofertas (opcional).",
];

/**
 * Members see and withdraw their consents. The very text of each is kept once, by its hash, whatever the text or the brand
 * becomes. Whoever withdraws the consent to sensitive data is hidden as a deactivated member, but may sign in to what is
 * their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table consent_text (
      hash bytea primary key check (hash = sha256(convert_to(text, 'UTF8'))),
      text text not null
    );
    select grant_to_app('select, insert', 'consent_text');
    create index consent_given_index on consent (member_id, given_at desc, id desc);

    alter table profile add column consent_withdrawn_at timestamptz;
    comment on column profile.consent_withdrawn_at is
      'The member has withdrawn the consent to sensitive data: deactivated, and signed in to their own data only';
    alter table profile add constraint profile_without_consent_is_deactivated
      check (consent_withdrawn_at is null or deactivated_at is not null);
    select grant_to_app('update (consent_withdrawn_at)', 'profile');
    -- Without the consent a session depends on the suspension beside is_open.
    create trigger profile_announces_consent_change after update on profile
      for each row when (
      (old.consent_withdrawn_at, old.suspended_at) is distinct from (new.consent_withdrawn_at, new.suspended_at)
      )
      execute function announce_session_change()`.execute(db);
  for (const text of KNOWN_TEXTS)
    await sql`
      insert into consent_text (hash, text) select sha256(convert_to(${text}::text, 'UTF8')), ${text}
      where exists (select from consent where text_hash = sha256(convert_to(${text}::text, 'UTF8')))`.execute(db);
}
