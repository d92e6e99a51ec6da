import { dashboard } from '#contract/dashboard.ts'
import { useRead } from '#web/app/data.ts'

export const useDashboard = () => useRead(dashboard.read)

export const useUsage = () => useRead(dashboard.usage)
