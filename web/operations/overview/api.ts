import { useQuery } from '@tanstack/react-query'
import { dashboard } from '#contract/operations/dashboard.ts'
import { overview } from '#contract/operations/overview.ts'
import { readOptions, useRead } from '#web/app/api/data.ts'

/** Milliseconds for which the server caches its health. */
const FRESH = 10_000

/** Refetched when the user returns to the screen or tab. */
export const useOverview = () =>
  useQuery({ ...readOptions(overview.read), staleTime: FRESH, refetchOnWindowFocus: true })

export const useDashboard = () => useRead(dashboard.read)
