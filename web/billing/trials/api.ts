import { useQuery } from '@tanstack/react-query'
import { trials, type BilledConversion } from '#contract/billing/trials.ts'
import { readOptions } from '#web/app/api/data.ts'
import { whileTyping } from '#web/billing/invoices/admin-api.ts'

export const useConversionPreview = (id: string, query: BilledConversion) =>
  useQuery({ ...readOptions(trials.previewConversion, { params: { id }, query }), ...whileTyping })
