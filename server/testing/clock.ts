import pg from 'pg'
import { openPool } from '#server/database/database.ts'

/** Shadows the functions by which everything in the database learns the time: its connections look in this schema first. */
const PATH = 'simulated, pg_catalog, public'

const SCHEMA = `
  create schema simulated;
  create table simulated.clock (ahead interval not null);
  insert into simulated.clock values ('0');
  create function simulated.now() returns timestamptz language sql stable
    as 'select pg_catalog.now() + ahead from simulated.clock';
  create function simulated.clock_timestamp() returns timestamptz language sql volatile
    as 'select pg_catalog.clock_timestamp() + ahead from simulated.clock';`

/** A default keeps the function it was made with, whatever the connection looks in first. */
const DEFAULTS = `
  do $$ declare given record; begin
    for given in
      select adrelid::regclass as owner, attname from pg_attrdef
      join pg_attribute on attrelid = adrelid and attnum = adnum
      join pg_class on pg_class.oid = adrelid
      where relnamespace = 'public'::regnamespace and pg_get_expr(adbin, adrelid) = 'now()'
    loop
      execute format('alter table %s alter column %I set default simulated.now()', given.owner, given.attname);
    end loop;
    execute format('alter database %I set search_path = ${PATH}', current_database());
  end $$`

/**
 * Installs a clock that tests can set, for a whole database. New connections follow it, and open ones of the given pools.
 */
export async function startClock(databaseUrl: string, pools: pg.Pool[] = []) {
  const own = openPool({ url: databaseUrl, max: 1 })
  await own.query(SCHEMA + DEFAULTS)
  for (const pool of [own, ...pools]) await lookFirst(pool)

  return {
    advance: async (milliseconds: number) => {
      await own.query('update simulated.clock set ahead = ahead + make_interval(secs => $1)', [milliseconds / 1000])
    },
    /** Sets the clock, for instance to '2027-01-01T09:00:00+02:00'; it runs on from there. */
    moveTo: async (instant: string) => {
      await own.query('update simulated.clock set ahead = $1::timestamptz - pg_catalog.now()', [instant])
    },
    /** The database's time in milliseconds since 1970. */
    now: async () => {
      const { rows } = await own.query<{ now: number }>('select (extract(epoch from now()) * 1000)::float8 as now')
      return rows[0]?.now ?? Number.NaN
    },
    stop: () => own.end(),
  }
}

/** All its connections at once, so that each is taken out once. */
async function lookFirst(pool: pg.Pool) {
  const clients = await Promise.all(Array.from({ length: Math.max(1, pool.totalCount) }, () => pool.connect()))
  await Promise.all(clients.map((client) => client.query(`set search_path = ${PATH}`)))
  for (const client of clients) client.release()
}
