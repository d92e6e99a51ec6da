import { useQuery, type QueryKey } from '@tanstack/react-query'
import { licenseRequests } from '#contract/licensing/license-requests.ts'
import { licenses } from '#contract/licensing/licenses.ts'
import { dashboard } from '#contract/operations/dashboard.ts'
import { call } from '#web/app/api/call.ts'
import { useRead } from '#web/app/api/data.ts'
import { keyOf, queryClient } from '#web/app/api/query-client.ts'
import { SHOWN_REQUESTS } from '#web/licensing/license-requests/api.ts'

/** Also fills the caches of the license requests and of the usage, which are then not asked for again. */
async function readAttention() {
  const askedAt = Date.now()
  const keep = (key: QueryKey, data: unknown) => {
    const { dataUpdatedAt = 0 } = queryClient.getQueryState(key) ?? {}
    if (dataUpdatedAt < askedAt) queryClient.setQueryData(key, data)
  }
  const attention = await call(dashboard.attention, {})
  keep(keyOf(licenseRequests.list, SHOWN_REQUESTS), attention.licenseRequests)
  keep(keyOf(licenses.usage), attention.usage)
  return attention
}

/** Read again on every visit, because most screens change what it says. */
export const useAttention = () =>
  useQuery({ queryKey: keyOf(dashboard.attention), queryFn: readAttention, staleTime: 0 })

export const useUsage = () => useRead(dashboard.usage)
