import { isStaff } from '#contract/roles.ts'
import type { Calendar } from '#demo/calendar.ts'
import type { Account } from '#demo/identity/accounts.ts'
import type { Customer } from '#demo/identity/customers.ts'
import type { Random } from '#demo/random.ts'
import type { customerNotes, customerProfiles } from '#server/database/schema/customers.ts'

type Profile = typeof customerProfiles.$inferInsert
type Note = typeof customerNotes.$inferInsert

const TAGS = [['key account', 'mining'], ['logistics'], ['reseller'], [], ['mining'], [], ['pilot']]

const NOTES = [
  'Prefers a call before noon. Ask for the IT desk, not the reception.',
  'Replaces all computers of the control room in January. They will need a dozen device transfers that week.',
  'Their firewall blocks the check-in on Sundays during maintenance. Not a fault of ours.',
  'Asked for an annual invoice from the next renewal on.',
]

/** Owners, tags and notes of staff. The first customers, whose accounts are known, have the most. */
export function buildCustomerCare(customers: Customer[], accounts: Account[], random: Random, calendar: Calendar) {
  const staff = accounts.filter(({ role }) => isStaff(role))
  const profiles = customers.slice(0, 20).map(({ id }, place): Profile => ({
    organizationId: id,
    tags: TAGS[place % TAGS.length] ?? [],
    ownerId: place % 3 === 2 ? null : random.pick(staff).id,
  }))
  const notes = customers.slice(0, 8).flatMap(({ id }, place) =>
    NOTES.slice(0, place < 2 ? 3 : 1).map((_, number): Note => {
      const at = calendar.ago({ days: 3 + 17 * number + place })
      const text = NOTES[(place + number) % NOTES.length] ?? ''
      const note = { id: random.uuid(), organizationId: id, userId: random.pick(staff).id, text }
      return { ...note, createdAt: at, updatedAt: at }
    }),
  )
  return { profiles, notes }
}
