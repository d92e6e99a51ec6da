import type { Calendar } from '#demo/calendar.ts'
import type { blockedDomains } from '#server/database/schema/identity/blocked-domains.ts'
import type { Account } from './accounts.ts'

type Row = typeof blockedDomains.$inferInsert

export const buildBlockedDomains = (accounts: Account[], calendar: Calendar): Row[] => [
  {
    id: '5d0b8a4e-6f5c-4c56-9a53-2f1c7f0f6a11',
    domain: 'throwaway-mail.example',
    userId: accounts.find(({ role }) => role === 'admin')?.id ?? null,
    createdAt: calendar.ago({ days: 40 }),
  },
]
