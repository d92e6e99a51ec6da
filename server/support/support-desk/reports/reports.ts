import { plusDays } from '#contract/dates.ts'
import { isAdmin } from '#contract/roles.ts'
import {
  daysIn,
  type ReportFigures,
  type ReportRange,
  type ReportRow,
  type ReportTable,
  type SupportReports,
} from '#contract/support/support-desk.ts'
import type { Database } from '#server/database/database.ts'
import { shareReadings } from '#server/database/shared-reading.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { columnsOf } from '#server/platform/http/answers/csv.ts'
import { readFigures, readTrend } from './queries.ts'

type ReadReports = (user: SessionUser, range: ReportRange) => Promise<SupportReports>

/** Reads the reports of a range. Staff who ask for the same range at the same time share a reading. */
export function createReports(db: Database): ReadReports {
  const readAll = shareReadings((range: ReportRange) => readReports(db, range))
  return async (user, { from, to }) => {
    const reports = await readAll({ from, to })
    return isAdmin(user.role) ? reports : { ...reports, agents: reports.agents.filter(({ id }) => id === user.id) }
  }
}

async function readReports(db: Database, range: ReportRange): Promise<SupportReports> {
  const step = stepOf(range)
  // Not at once: each uses all processors, and a statement has little time.
  const figures = await readFigures(db, range)
  const { total: previous } = await readFigures(db, before(range))
  const trend = await readTrend(db, range, step)
  return { ...figures, previous, step, trend }
}

const before = (range: ReportRange): ReportRange => ({
  from: plusDays(range.from, -daysIn(range)),
  to: plusDays(range.from, -1),
})

/** At most 31 steps. */
function stepOf(range: ReportRange): SupportReports['step'] {
  if (daysIn(range) <= 31) return 'day'
  return daysIn(range) <= 31 * 6 ? 'week' : 'month'
}

const headers: Record<keyof ReportFigures, string> = {
  created: 'Created',
  answered: 'Answered',
  medianFirstResponse: 'Median first response (business hours)',
  firstResponsesInTime: 'First responses in time (%)',
  resolved: 'Resolved',
  medianResolution: 'Median resolution (business hours)',
  resolutionsInTime: 'Resolutions in time (%)',
  averageRating: 'Average rating',
  ratings: 'Ratings',
}
const figureColumns = columnsOf(headers)

/** The columns and rows of a CSV. */
export async function exportReports(read: ReadReports, user: SessionUser, table: ReportTable, range: ReportRange) {
  const reports = await read(user, range)
  if (table === 'trend')
    return {
      columns: [
        { key: 'starts', header: `First day of the ${reports.step}` },
        { key: 'created', header: 'Created' },
        { key: 'resolved', header: 'Resolved' },
      ],
      rows: reports.trend,
    }
  const name = { key: 'name', header: table === 'agents' ? 'Agent' : 'Category' }
  return { columns: [name, ...figureColumns], rows: reports[table].map(toRow) }
}

const toRow = ({ id: _id, name, ...figures }: ReportRow) => ({
  ...figures,
  name: name ?? 'None',
  medianFirstResponse: rounded(figures.medianFirstResponse, 1 / 3600),
  firstResponsesInTime: rounded(figures.firstResponsesInTime, 100),
  medianResolution: rounded(figures.medianResolution, 1 / 3600),
  resolutionsInTime: rounded(figures.resolutionsInTime, 100),
  averageRating: rounded(figures.averageRating),
})

const rounded = (value: number | null, factor = 1) => (value === null ? null : Math.round(value * factor * 100) / 100)
