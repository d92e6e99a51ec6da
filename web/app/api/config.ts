import { config } from '#contract/operations/config.ts'
import { useRead } from './data.ts'

export const usePortal = () => useRead(config.read).data

/** Empty until the first answer, so that no other product's name is shown. */
export const useProductName = () => usePortal()?.productName ?? ''
