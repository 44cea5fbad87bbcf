-- Makes :members members in an empty, migrated database, with the indexes that no constraint needs put aside: about a
-- minute for a million. Chance is seeded: the same members each time.
set session_replication_role = replica;
select setseed(0.42);

create unlogged table source as
with drawn as (
  select
    n,
    random() as role_at, random() as tier_at, random() as state_at, random() as city_at, random() as age_at,
    random() as presence_at, random() as verified_at, md5(n::text) as digest
  from generate_series(1, :members) as n
)
select
  n,
  digest,
  -- UUIDv7 in the order of sign-up, one a minute.
  (lpad(to_hex(1700000000000 + n::bigint * 60000), 12, '0') || '7' || substr(digest, 1, 3) || '8' || substr(digest, 4, 15))::uuid as id,
  timestamptz '2023-11-14' + n * interval '1 minute' as created_at,
  case when role_at < 0.60 then 'baby' when role_at < 0.88 then 'daddy' else 'mommy' end as role,
  case when tier_at < 0.10 then 0 when tier_at < 0.35 then 1 when tier_at < 0.98 then 2 else 3 end as tier,
  verified_at < 0.5 as is_half,
  state_at,
  -- Most live in few places: the first city of the list has a ninth of all, half live in the first 350.
  1 + floor(power(city_at, 4) * (select count(*) from city))::int as city_rank,
  18 + floor(power(age_at, 2) * case when role_at < 0.60 then 32 else 55 end)::int as age,
  presence_at
from drawn;

create unlogged table place as
select row_number() over (
  order by array_position(
    array[3550308, 3304557, 5300108, 2927408, 2304400, 3106200, 1302603, 4106902, 2611606, 5208707, 1501402, 4314902,
      3518800, 3509502, 2111300, 2704302, 3304904, 5002704, 2211001, 2408102, 2507507, 4205407, 3205309, 5103403, 2800308,
      3548708, 3534401, 3547809, 3549904, 3543402]::integer[], id) nulls last, md5(id::text)) as rank, id
from city;

insert into member (id, email, password_hash, created_at, updated_at)
select id, 'm' || n || '@exemplo.invalid', 'none', created_at, created_at from source;

insert into profile (
  member_id, role, gender, name, stated_age, age_stated_on, city_id, bio, looking_for, is_verified, is_wildcard_city,
  is_managed, tier, shuffle_key, deactivated_at, suspended_at, created_at, updated_at)
select
  source.id, role,
  case when role = 'daddy' then 'Masculino' else 'Feminino' end,
  (array['Ana Beatriz', 'Bruna', 'Carla', 'Daniela Souza', 'Eduarda', 'Fernanda', 'Gabriela Lima', 'Helena', 'Isabela',
    'Júlia', 'Larissa', 'Mariana', 'Natália', 'Otávio', 'Paulo', 'Rafael', 'Sérgio', 'Thaís', 'Vinícius', 'Yasmin'])[1 + n % 20],
  age, date '2026-01-01' - (n % 300), place.id,
  'Gosto de cinema, de viajar e de conversar sem pressa. ' || repeat('Um fim de tarde na praia, um bom jantar. ', 4 + n % 5) || digest,
  repeat('Busco boas conversas e respeito. ', 2 + n % 3),
  tier = 1 or (tier = 0 and is_half), n % 97 = 0, tier = 3, tier, floor(random() * 2147483647)::int,
  case when state_at < 0.05 then created_at end,
  case when state_at > 0.99 then created_at end,
  created_at, created_at
from source join place on place.rank = city_rank
order by n;

insert into photo_object (file_name, created_at)
select id || '/gallery/1700000000000-' || digest || '.webp', created_at from source;
insert into photo (id, member_id, file_name, position, width, height, thumbhash, created_at)
select id, id, id || '/gallery/1700000000000-' || digest || '.webp', 0, 1440, 1920, '1QcSHQRnh493V4dIh4eXh1h4kJUI', created_at
from source;

insert into entitlement (member_id, tokens, premium_until)
select id, n % 30, case when tier = 0 then timestamptz '2100-01-01' end from source;
insert into member_stream (member_id) select id from source;

-- One in thirty is online whenever this is read: their last sign of life lies in the future.
insert into presence (member_id, last_active_at, left_at, is_hidden)
select
  id,
  case when presence_at < 0.033 then timestamptz '2100-01-01' else timestamptz '2026-11-01' - presence_at * interval '60 days' end,
  case when presence_at >= 0.033 then timestamptz '2026-11-01' end,
  n % 40 = 0
from source where presence_at < 0.6;

insert into favorite (member_id, favorite_id, created_at)
select one.id, other.id, one.created_at
from source one join source other on other.n = 1 + (one.n * 7919::bigint) % :members
where one.n % 4 = 0 and one.id <> other.id;
insert into hidden_pair (viewer_id, other_id)
select one.id, other.id from source one join source other on other.n = 1 + (one.n * 104729::bigint) % :members
where one.n % 20 = 0 and one.id <> other.id
union
select other.id, one.id from source one join source other on other.n = 1 + (one.n * 104729::bigint) % :members
where one.n % 20 = 0 and one.id <> other.id;

insert into session (id, token_hash, member_id, is_remembered, user_agent, created_at, last_seen_at, expires_at)
select id, sha256(digest::bytea), id, true, 'bench', created_at, created_at, timestamptz '2100-01-01'
from source where n % 2 = 0;

drop table source, place;
set session_replication_role = origin;
