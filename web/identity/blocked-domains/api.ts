import { useInfiniteQuery } from '@tanstack/react-query'
import { blockedDomains } from '#contract/identity/blocked-domains.ts'
import { audit } from '#contract/operations/audit.ts'
import { callPage } from '#web/app/api/call.ts'
import { useWrite } from '#web/app/api/data.ts'
import { PAGES } from '#web/app/api/list-cache.ts'
import { pagesOf } from '#web/app/api/pages.ts'
import { keyOf } from '#web/app/api/query-client.ts'

export const useBlockedDomainPages = () =>
  useInfiniteQuery({
    queryKey: [...keyOf(blockedDomains.list), PAGES],
    ...pagesOf((cursor) => callPage(blockedDomains.list, { query: { limit: '50', cursor } })),
    staleTime: 0,
  })

const refresh = [blockedDomains.list, audit.list]

export const useBlockDomain = () =>
  useWrite(blockedDomains.create, {
    success: ({ domain }) => ['Domain Blocked', `New registrations from ${domain} are refused.`],
    failure: 'Failed to block the domain',
    refresh,
  })

export const useUnblockDomain = () =>
  useWrite(blockedDomains.remove, {
    success: ['Domain Unblocked', 'New registrations from it are accepted again.'],
    failure: 'Failed to unblock the domain',
    refresh,
  })
