import { config } from '#contract/operations/config.ts'
import { useRead } from './data.ts'

/** Undefined for the moment before it is known. */
export const usePortal = () => useRead(config.read).data

/** Empty for the moment before it is known: never somebody else's name. */
export const useProductName = () => usePortal()?.productName ?? ''
