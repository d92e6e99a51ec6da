import type { customers } from '#contract/operations/customers.ts'
import { oneOf, wholeNumber, type Flags } from './flags.ts'
import type { Api } from './http/api.ts'
import { table, type Outcome } from './output.ts'

const HEAD = ['ID', 'NAME', 'STATUS', 'BILLING', 'PLAN', 'SEATS USED', 'SEATS', 'OPEN TICKETS']

export async function listCustomers(connect: () => Api, flags: Flags): Promise<Outcome> {
  const limit = wholeNumber(flags.limit, 'limit', [1, 1_000_000])
  const status = oneOf(flags.status, 'status', ['active', 'pending', 'suspended'])
  const query = { search: flags.search, status }
  const rows = await connect().list<typeof customers.list>('/api/customers', { limit, query })
  const lines = rows.map((one) => [
    one.id,
    one.name,
    one.status,
    one.billingStatus,
    one.planName,
    one.seatsUsed,
    one.seats,
    one.openTickets,
  ])
  return { data: rows, text: rows.length > 0 ? table(HEAD, lines) : 'No customers found.' }
}
