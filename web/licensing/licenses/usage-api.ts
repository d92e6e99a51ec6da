import { licenses } from '#contract/licensing/licenses.ts'
import { useRead } from '#web/app/api/data.ts'

export const useLicenseUsage = () => useRead(licenses.usage)
