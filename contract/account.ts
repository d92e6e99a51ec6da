import * as z from 'zod/mini'

/** Mail that a person may switch off. What concerns the safety of the account is always sent. */
export const NotificationKind = z.enum(['license_requests', 'invoices', 'subscription', 'team'])
export type NotificationKind = z.infer<typeof NotificationKind>
