import { randomUUID } from 'node:crypto'
import type { creation } from '#contract/licensing/creation.ts'
import type { License, licenses } from '#contract/licensing/licenses.ts'
import { Refusal, UsageError } from './failures.ts'
import { oneOf, required, wholeNumber, type Flags } from './flags.ts'
import type { Api } from './http/api.ts'
import { dayOf, table, type Outcome } from './output.ts'

const STATUSES = ['active', 'inactive', 'revoked', 'unassigned', 'assigned'] as const
const MOST = 500

const HEAD = ['ID', 'LABEL', 'KEY', 'STATUS', 'DEVICE', 'LAST CHECK-IN', 'ORGANIZATION']

const tableOf = (rows: License[]) =>
  table(
    HEAD,
    rows.map((one) => [
      one.id,
      one.label,
      one.licenseKey,
      one.status,
      one.deviceName ?? one.deviceFingerprint,
      dayOf(one.lastCheckIn),
      one.organizationName,
    ]),
  )

export async function listLicenses(connect: () => Api, flags: Flags): Promise<Outcome> {
  const limit = wholeNumber(flags.limit, 'limit', [1, 1_000_000])
  const status = oneOf(flags.status, 'status', STATUSES)
  const rows = await connect().list<typeof licenses.list>('/api/licenses', {
    limit,
    query: { search: flags.search, status },
  })
  return { data: rows, text: rows.length > 0 ? tableOf(rows) : 'No licenses found.' }
}

export async function createLicenses(connect: () => Api, flags: Flags): Promise<Outcome> {
  const { description, organization: organizationId, 'idempotency-key': idempotencyKey } = flags
  const label = required(flags.label, 'label', 'Reception')
  const count = wholeNumber(flags.count, 'count', [1, MOST]) ?? 1
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,200}$/.test(idempotencyKey))
    throw new UsageError('--idempotency-key must be 1 to 200 printable characters without spaces.')
  if (organizationId !== undefined && !ID.test(organizationId))
    throw new UsageError('--organization must be an id, as latchkey customer list shows it.')
  const created = await connect().call<typeof creation.create>('POST', '/api/licenses/batch', {
    body: { label, count, organizationId, ...(description !== undefined && { description }) },
    idempotencyKey,
    isList: true,
  })
  return { data: created, text: tableOf(created) }
}

type Asking = { isTerminal: boolean; confirm: (question: string) => Promise<boolean> }

export async function revokeLicenses(
  connect: () => Api,
  flags: Flags,
  names: string[],
  asking: Asking,
): Promise<Outcome> {
  if (names.length === 0)
    throw new UsageError('ID is missing: the id or the key of a license. latchkey license list shows them.')
  if (!flags.yes && !asking.isTerminal) throw new UsageError('Pass --yes to revoke without a question.')
  const api = connect()
  const found: License[] = []
  for (const name of new Set(names)) found.push(await findLicense(api, name))
  const question = `${tableOf(found)}\n\nThe application stops on these devices at their next check-in. A revoked license can be restored in the portal.`
  if (
    !flags.yes &&
    !(await asking.confirm(
      `${question}\nRevoke ${found.length === 1 ? 'this license' : `these ${found.length} licenses`}?`,
    ))
  )
    return { data: { changed: [], skipped: [] }, text: 'Nothing was changed.', exitCode: 1 }
  return revoke(api, found)
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const lettersOf = (key: string) => key.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')

async function findLicense(api: Api, name: string) {
  if (ID.test(name)) return api.call<typeof licenses.read>('GET', '/api/licenses/:id', { params: { id: name } })
  const rows = await api.list<typeof licenses.list>('/api/licenses', { query: { search: name }, limit: 100 })
  const found = rows.find(({ licenseKey }) => lettersOf(licenseKey) === lettersOf(name))
  if (!found) throw new Refusal(`No license has the id or key ${name}.`, { status: 404 })
  return found
}

async function revoke(api: Api, found: License[]): Promise<Outcome> {
  const ids = [...new Set(found.map(({ id }) => id))]
  const result = await api.call<typeof licenses.bulk>('POST', '/api/licenses/bulk', {
    body: { action: 'revoke', ids },
    idempotencyKey: randomUUID(),
  })
  const labels = new Map(found.map(({ id, label }) => [id, label]))
  const lines = [
    ...result.changed.map(({ label }) => `✔ ${label} is revoked.`),
    ...result.skipped.map(({ id, message }) => `✘ ${labels.get(id) ?? id}: ${message}`),
  ]
  return { data: result, text: lines.join('\n'), exitCode: result.skipped.length > 0 ? 1 : 0 }
}
