import { billing } from '#contract/billing.ts'
import { config } from '#contract/config.ts'
import { devices } from '#contract/devices.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { invoices } from '#contract/invoices.ts'
import { licenses } from '#contract/licenses.ts'
import { organizations } from '#contract/organizations.ts'
import { outbox } from '#contract/outbox.ts'
import { session } from '#contract/session.ts'
import { tickets } from '#contract/tickets.ts'
import { uploads } from '#contract/uploads.ts'
import { users } from '#contract/users.ts'

const nouns = { billing, config, devices, invoices, licenses, organizations, outbox, session, tickets, uploads, users }

/** Every endpoint there is, by the name a test shows: 'licenses.create'. */
export const endpoints: [name: string, endpoint: Endpoint][] = Object.entries(nouns).flatMap(([noun, calls]) =>
  Object.entries(calls).map(([call, endpoint]): [string, Endpoint] => [`${noun}.${call}`, endpoint]),
)
