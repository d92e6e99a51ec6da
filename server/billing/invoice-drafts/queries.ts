import { sql } from 'drizzle-orm'
import { only, type Database } from '#server/database/database.ts'
import { today } from '#server/domain/calendar.ts'

export const findToday = (db: Database) =>
  db.execute<{ day: string }>(sql`select ${today}::text as day`).then(({ rows }) => only(rows).day)
