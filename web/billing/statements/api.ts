import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { statements, type StatementRange } from '#contract/billing/statements.ts'
import { pathOf } from '#web/app/api/call.ts'
import { readOptions } from '#web/app/api/data.ts'

/** The user's own organization by default; admins can pass another. */
export type StatementOwner = { organizationId?: string }

/** Keeps the previous statement on screen while another range loads. */
export function useStatement({ organizationId }: StatementOwner, query: StatementRange) {
  const own = useQuery({
    ...readOptions(statements.read, { query }),
    placeholderData: keepPreviousData,
    enabled: !organizationId,
  })
  const theirs = useQuery({
    ...readOptions(statements.readOf, { params: { id: organizationId ?? '' }, query }),
    placeholderData: keepPreviousData,
    enabled: Boolean(organizationId),
  })
  return organizationId ? theirs : own
}

export const statementFile = ({ organizationId }: StatementOwner, range: StatementRange, format: 'pdf' | 'csv') =>
  organizationId
    ? pathOf(statements.downloadOf.url, { params: { id: organizationId }, query: { ...range, format } })
    : pathOf(statements.download.url, { query: { ...range, format } })
