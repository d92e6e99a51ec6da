import { sql } from 'drizzle-orm'
import { TIME_ZONE } from '#server/database/time-zone.ts'

/** The day it is in South Africa, by the database's clock. */
export const today = sql<string>`(now() at time zone ${sql.raw(`'${TIME_ZONE}'`)})::date`
