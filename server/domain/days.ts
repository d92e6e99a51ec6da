import { sql, type SQLWrapper } from 'drizzle-orm'
import { TIME_ZONE } from '#server/platform/time-zone.ts'

/** It stands in the text, so that a statement is planned by it. */
const zone = sql.raw(`'${TIME_ZONE}'`)

/** The business day it is, by the database's clock. */
export const today = sql<string>`(now() at time zone ${zone})::date`

/** The day an instant falls on there. */
export const dayOf = (instant: SQLWrapper) => sql<string>`(${instant} at time zone ${zone})::date`

/** The instant at which a day begins there. */
export const startOf = (day: SQLWrapper) => sql<string>`((${day})::timestamp at time zone ${zone})`

/** The instant at which it is over. */
export const endOf = (day: SQLWrapper) => startOf(sql`${day} + 1`)
