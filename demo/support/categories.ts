import type { Calendar } from '#demo/calendar.ts'
import type { Random } from '#demo/random.ts'
import type { ticketCategories } from '#server/database/schema/support/support-desk.ts'

export type Category = typeof ticketCategories.$inferInsert & { id: string }

const categories = [
  { name: 'Licenses', color: '#2563EB', description: 'Activation, moving to another computer, giving back' },
  { name: 'Billing', color: '#16A34A', description: 'Invoices, payments and what renewals say' },
  { name: 'Updates', color: '#9333EA', description: 'Installing a new version, and what changed with it' },
  { name: 'Printing', color: '#0891B2', description: 'Delivery notes, labels and printer drivers' },
  { name: 'Reports', color: '#CA8A04', description: 'Numbers that are missing or look wrong' },
  { name: 'Devices and scanners', color: '#DC2626', description: 'Everything that is plugged into a workplace' },
  { name: 'Network', color: '#4F46E5', description: 'Proxies, firewalls and machines without a connection' },
  { name: 'Wishes', color: '#DB2777', description: null },
]

/** What tickets are sorted by. One of what customers write about has none. */
export const buildCategories = (random: Random, calendar: Calendar): Category[] =>
  categories.map((category, place) => ({
    ...category,
    id: random.uuid(),
    createdAt: calendar.ago({ days: 400 - place }),
  }))
