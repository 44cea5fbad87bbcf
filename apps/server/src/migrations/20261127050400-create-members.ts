import { type Kysely, sql } from "kysely";

/** What a member is follows from facts: nobody can be an admin by half, or active while suspended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What never changes is not granted: ids, beginnings, and who is staff: only the database's owner makes an admin.
    create table member (
      id uuid primary key,
      email text not null unique check (email = lower(email) and length(email) <= 254),
      password_hash text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index member_email_search_index on member (email text_pattern_ops);
    -- The team finds members by any part of a name or an address: every three neighbouring characters of both are indexed as
    -- they are. Each change goes into the index at once: a list of changes that wait would be read through by every search.
    create index member_email_trigram_index on member using gin (search_trigrams(fold_search_text(email)))
      with (fastupdate = off);
    select grant_to_app('select, insert, update (email, password_hash, updated_at)', 'member');

    create table profile (
      member_id uuid primary key references member on delete cascade,
      role text not null check (role in ('baby', 'daddy', 'mommy', 'admin')),
      is_admin boolean not null default false check (is_admin = (role = 'admin')),
      gender text check (gender in ('Feminino', 'Masculino')),
      name text not null check (char_length(name) between 1 and 60),
      stated_age smallint check (stated_age between 18 and 99),
      age_stated_on date,
      city_id integer references city,
      bio text check (char_length(bio) between 1 and 2000),
      looking_for text check (char_length(looking_for) between 1 and 2000),
      is_verified boolean not null default false,
      is_wildcard_city boolean not null default false,
      deactivated_at timestamptz,
      suspended_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      tier smallint not null default 2 check (tier between 0 and 3),
      tier_until timestamptz,
      shuffle_key integer not null default floor(random() * 2147483647)::integer check (shuffle_key >= 0),
      is_managed boolean not null default false check (not (is_managed and is_verified)),
      is_demo boolean not null default false,
      awaits_confirmation boolean not null default false,
      staff_role text check (staff_role in ('owner', 'moderator')),
      birth_on date,
      age_gate text check (age_gate in ('messaging', 'entry')),
      is_open boolean not null
        generated always as (deactivated_at is null and suspended_at is null and not awaits_confirmation) stored,
      estimated_birth_on date
        generated always as (coalesce(birth_on, (age_stated_on - make_interval(years => stated_age))::date)) stored,
      suspended_until timestamptz,
      banned_at timestamptz,
      hidden_at timestamptz,
      is_active boolean not null generated always as (
        deactivated_at is null and suspended_at is null and not awaits_confirmation
        and age_gate is distinct from 'entry' and hidden_at is null
      ) stored,
      constraint profile_gender_fits_role check (
        role = 'admin'
        or (gender = 'Feminino' and role in ('baby', 'mommy'))
        or (gender = 'Masculino' and role = 'daddy')
      ),
      constraint profile_is_complete check (
        role = 'admin' or num_nulls(gender, stated_age, age_stated_on, city_id, bio, looking_for) = 0
      ),
      constraint profile_staff_role_fits_admin check ((staff_role is not null) = is_admin),
      constraint profile_age_gate_awaits_birth_date check (age_gate is null or (birth_on is null and role <> 'admin')),
      constraint profile_suspension_ends check (suspended_until is null or suspended_at is not null),
      constraint profile_ban_is_suspension check (
        banned_at is null or suspended_at is not null and suspended_until is null
      )
    );
    comment on column profile.tier is '0 premium or highlighted, 1 verified, 2 the rest, 3 managed';
    comment on column profile.tier_until is 'When the premium or highlight of the tier ends; null without one';
    comment on column profile.is_open is 'Neither deactivated, suspended nor unconfirmed: the member may sign in';
    comment on column profile.hidden_at is 'Hidden from everybody until the team has reviewed what was reported';
    create index profile_city_id_index on profile (city_id);
    -- The few of the staff, whom each start looks for among millions.
    create index profile_staff_index on profile (member_id) where is_admin;
    create index profile_tier_until_index on profile (tier_until) where tier_until is not null;
    create index profile_name_search_index on profile using gin (to_tsvector('simple', name));
    create index profile_name_trigram_index on profile using gin (search_trigrams(fold_search_text(name)))
      with (fastupdate = off);
    -- The lists that the team sorts and filters begin with an index of their own; of some kinds there may be few among many.
    create index profile_created_index on profile (created_at, member_id) where role <> 'admin';
    create index profile_sorted_name_index on profile (fold_search_text(name), member_id) where role <> 'admin';
    create index profile_suspended_index on profile (created_at, member_id)
      where role <> 'admin' and suspended_at is not null;
    create index profile_deactivated_index on profile (created_at, member_id)
      where role <> 'admin' and deactivated_at is not null;
    create index profile_unconfirmed_index on profile (created_at, member_id)
      where role <> 'admin' and awaits_confirmation;
    create index profile_managed_index on profile (created_at, member_id) where role <> 'admin' and is_managed;
    create index profile_wildcard_index on profile (created_at, member_id) where role <> 'admin' and is_wildcard_city;
    create index profile_verified_index on profile (created_at, member_id) where role <> 'admin' and is_verified;
    create index profile_statistics_index on profile (is_verified) where role <> 'admin';
    create index profile_joined_index on profile (created_at) where role <> 'admin' and not is_managed;
    create index profile_birth_index on profile (estimated_birth_on, member_id) where role <> 'admin';
    -- The job that applies another mode of age assurance reads the members without a birth date by it.
    create index profile_age_gate_index on profile (member_id, age_gate) where birth_on is null and role <> 'admin';
    -- What discovery orders and filters by. Each index holds all that one page asks of it, so that finding 24 profiles reads
    -- 24 entries whether there are a thousand members or a million.
    create index profile_discovery_index on profile (role, tier, shuffle_key, member_id)
      include (city_id, estimated_birth_on, is_verified) where is_active;
    create index profile_discovery_city_index on profile (city_id, role, tier, shuffle_key, member_id)
      include (estimated_birth_on, is_verified) where is_active;
    create index profile_discovery_wildcard_index on profile (role, tier, shuffle_key, member_id)
      include (city_id, estimated_birth_on, is_verified) where is_active and is_wildcard_city;
    create index profile_discovery_new_index on profile (role, created_at)
      include (tier, shuffle_key, member_id, city_id, estimated_birth_on, is_verified, is_wildcard_city)
      where is_active and not is_managed;
    create index profile_suspended_until_index on profile (suspended_until) where suspended_until is not null;
    select grant_to_app('select', 'profile');
    select grant_to_app('insert (
      member_id, role, gender, name, stated_age, age_stated_on, city_id, bio, looking_for, created_at, updated_at,
      tier, is_managed, awaits_confirmation
    )', 'profile');
    select grant_to_app('update (
      role, gender, name, stated_age, age_stated_on, city_id, bio, looking_for, is_verified, is_wildcard_city,
      deactivated_at, suspended_at, updated_at, tier, tier_until, shuffle_key, is_managed, awaits_confirmation,
      staff_role, birth_on, age_gate, suspended_until, banned_at, hidden_at
    )', 'profile');

    -- A managed profile is taken over by its person once, and nothing manages a profile that has an owner.
    create function refuse_managing_again() returns trigger language plpgsql as $$
    begin
      raise exception 'a claimed profile cannot be managed' using errcode = 'insufficient_privilege';
    end $$;
    create trigger profile_is_claimed_once before update of is_managed on profile
      for each row when (new.is_managed and not old.is_managed) execute function refuse_managing_again();

    -- A verified birth date fixes the age. Until then the site may keep a member from messages, or from everything but their
    -- own: profile.age_gate says which, and what is hidden by it follows from is_active like everything that is hidden.
    create table age_assurance (
      is_only boolean primary key default true check (is_only),
      mode text not null check (mode in ('off', 'messaging', 'entry'))
    );
    select grant_to_app('select, update (mode)', 'age_assurance');
    insert into age_assurance (mode) values ('off');

    -- Whoever adds a profile: it begins as the site asks at that moment.
    create function set_age_gate() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if new.role <> 'admin' and new.birth_on is null then
        select nullif(mode, 'off') into new.age_gate from age_assurance;
      end if;
      return new;
    end $$;
    create trigger profile_has_age_gate before insert on profile
      for each row execute function set_age_gate()`.execute(db);
}
