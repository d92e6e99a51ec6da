import * as z from 'zod/mini'

/** Stable is for all devices; beta for those whose application asks for it. */
export const Channel = z.enum(['stable', 'beta'])
export type Channel = z.infer<typeof Channel>
