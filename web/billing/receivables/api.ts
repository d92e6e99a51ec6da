import { receivables } from '#contract/billing/receivables.ts'
import { useRead } from '#web/app/api/data.ts'

export const useAgeing = () => useRead(receivables.ageing)
