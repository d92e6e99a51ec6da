import { dashboard } from '#contract/operations/dashboard.ts'
import { useRead } from '#web/app/api/data.ts'

export const useAttention = () => useRead(dashboard.attention)

export const useUsage = () => useRead(dashboard.usage)
