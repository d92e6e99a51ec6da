import type { ReactNode } from 'react'
import type { ReportFigures, ReportRow } from '#contract/support/support-desk.ts'
import { Table } from '#web/ui/table/table.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { inHours } from '#web/ui/text/duration.ts'
import { inPercent, ratingsOf, shown } from './figure-words.ts'

type Props = { label: string; noun: string; nameless: string; rows: readonly ReportRow[]; empty: ReactNode }

/** `nameless`: the name of the row without an agent or category. */
export const FiguresTable = ({ label, noun, nameless, rows, empty }: Props) => (
  <Table
    label={label}
    rows={rows}
    rowKey={({ id }) => String(id)}
    columns={[
      {
        key: 'name',
        header: noun,
        cell: (row) => (
          <div>
            {row.name ?? <span className="text-fg2">{nameless}</span>}
            <p className="text-[13px] font-normal text-fg2 sm:hidden">{inShort(row)}</p>
          </div>
        ),
        sortBy: ({ name }) => name,
        phone: 'title',
      },
      ...columns,
    ]}
    sort="-created"
    empty={empty}
  />
)

/** For phones. */
const inShort = ({ created, resolved, medianFirstResponse, averageRating }: ReportRow) =>
  [
    `${created} created`,
    `${resolved} resolved`,
    medianFirstResponse !== null && `answered in ${inHours(medianFirstResponse)}`,
    averageRating !== null && `rated ${averageRating.toFixed(1)}`,
  ]
    .filter(Boolean)
    .join(', ')

const figure = (key: keyof ReportFigures, header: string, format: (value: number) => string): Column<ReportRow> => ({
  key,
  header,
  cell: (row) => <span className="whitespace-nowrap tabular-nums">{shown(row[key], format)}</span>,
  sortBy: (row) => row[key],
  align: 'end',
  phone: 'hidden',
})

const columns: Column<ReportRow>[] = [
  figure('created', 'Created', String),
  figure('answered', 'Answered', String),
  figure('medianFirstResponse', 'First response', inHours),
  figure('firstResponsesInTime', 'In time', inPercent),
  figure('resolved', 'Resolved', String),
  figure('medianResolution', 'Resolution', inHours),
  figure('resolutionsInTime', 'Resolved in time', inPercent),
  {
    ...figure('averageRating', 'Rating', (rating) => rating.toFixed(1)),
    cell: (row) => (
      <span className="whitespace-nowrap tabular-nums" title={ratingsOf(row)}>
        {shown(row.averageRating, (rating) => `${rating.toFixed(1)} (${row.ratings})`)}
      </span>
    ),
  },
]
