import { sql, type SQL } from 'drizzle-orm'
import { TIME_ZONE } from '#server/database/time-zone.ts'

/** The moment a South African day begins. */
export const startOf = (day: string): SQL => sql`(${day}::date)::timestamp at time zone ${TIME_ZONE}`

/** The moment it is over. */
export const endOf = (day: string): SQL => sql`(${day}::date + 1)::timestamp at time zone ${TIME_ZONE}`
