import { type Kysely, sql } from "kysely";
import { listCities } from "../platform/cities/cities.ts";

/**
 * Every Brazilian municipality, by IBGE code: a stored place is always a real one. The rows come from the data file as it
 * is when this runs; whoever changes that file adds a migration that brings the rows of older installations up to it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table city (
      id integer primary key,
      name text not null,
      uf char(2) not null,
      lat double precision,
      lng double precision,
      unique (name, uf)
    );
    select grant_to_app('select', 'city')`.execute(db);
  await sql`
    insert into city (id, name, uf, lat, lng)
    select id, name, uf, lat, lng
    from json_to_recordset(${JSON.stringify(listCities())}::json)
      as row (id integer, name text, uf char(2), lat double precision, lng double precision)`.execute(db);
}
