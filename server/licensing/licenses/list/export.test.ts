import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { licenses } from '#contract/licensing/licenses.ts'
import { makeActiveLicense, makeLicense } from '#demo/rows/licenses.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { systemActor } from '#server/platform/actor.ts'
import { analyzeDevices, insertDevices } from '#server/testing/licensing/check-ins.ts'
import { db, inDays, platform, signIn, stranger, type Person } from '#server/testing/testing.ts'
import { everySorted, exportLicenses } from './export.ts'

const download = ({ call }: Pick<Person, 'call'>, query: object = {}) => call(licenses.export, { query })

/** The lines without the byte order mark and the last line break. */
const linesOf = async (person: Person, query?: object) => {
  const { body } = await download(person, query)
  return String(body).replace('\uFEFF', '').trimEnd().split('\r\n')
}
const labelsOf = async (person: Person, query?: object) =>
  (await linesOf(person, query)).slice(1).map((line) => line.split(',')[0])

test('the export is a CSV file of the own organization’s licenses', async () => {
  const owner = await signIn({ role: 'customer' })
  const { organizationId } = owner
  const facts = {
    organizationId,
    label: 'Front desk',
    description: 'Door, left',
    tags: ['Durban'],
    deviceName: 'RECEPTION-01',
  }
  const license = await makeActiveLicense(db, facts)
  await makeLicense(db, { organizationId: (await signIn()).organizationId, label: 'Of others' })
  const { status, headers } = await download(owner)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining('filename="licenses.csv"'),
  })
  const { licenseKey, deviceFingerprint, createdAt } = license
  expect(await linesOf(owner)).toEqual([
    'Label,Description,License key,Status,Device UUID,Device name,Operating system,Billing,Last check-in,Created,Version,Tags',
    `Front desk,"Door, left",${licenseKey},active,${deviceFingerprint},RECEPTION-01,Windows 11 Pro 24H2,paid,,${createdAt},,Durban`,
  ])
})

test('an admin gets every organization’s, and whose they are; an agent none', async () => {
  const [owner, admin, agent] = [await signIn(), await signIn({ role: 'admin' }), await signIn({ role: 'agent' })]
  const { licenseKey } = await makeLicense(db, { organizationId: owner.organizationId })
  const [head, only] = await linesOf(admin, { search: licenseKey })
  expect(head).toMatch(/^Organization,Label,/)
  expect(only).toMatch(/^Organization [\w-]+,Reception PC,/)
  expect(await linesOf(agent)).toHaveLength(1)
  expect((await download(stranger())).status).toBe(401)
})

test('search, status and sort are those of the list', async () => {
  const owner = await signIn()
  const { organizationId } = owner
  // Keys contain no such characters, and the search covers keys.
  await makeLicense(db, { organizationId, label: 'Studio b' })
  await makeLicense(db, { organizationId, label: 'Studio a' })
  await makeLicense(db, { organizationId, label: 'Laptop' })
  await makeActiveLicense(db, { organizationId, label: 'Studio c' })
  expect(await labelsOf(owner, { search: 'studio', status: 'unassigned', sort: 'label' })).toEqual([
    'Studio a',
    'Studio b',
  ])
  expect(await labelsOf(owner, { sort: '-label' })).toEqual(['Studio c', 'Studio b', 'Studio a', 'Laptop'])
  expect((await download(owner, { sort: 'price' })).status).toBe(400)
})

test('no cell is a formula to a spreadsheet', async () => {
  const owner = await signIn()
  const { organizationId } = owner
  for (const [index, label] of ['=1+1', '-2+3', '+4', '@SUM(A1)'].entries())
    await makeLicense(db, { organizationId, label, createdAt: inDays(index - 4) })
  expect(await labelsOf(owner, { sort: 'createdAt' })).toEqual(["'=1+1", "'-2+3", "'+4", "'@SUM(A1)"])
})

test.each(['label', '-createdAt', 'lastCheckIn'])('more than two pages by %s come whole, each once', async (sort) => {
  const owner = await signIn()
  await db.execute(sql`
    insert into licenses (organization_id, label, license_key, key_hash)
    select ${owner.organizationId}, repeat('ü', 110) || n, n::text, sha256((n::text || ${sort + owner.organizationId}::text)::bytea)
    from generate_series(1, 2300) n`)
  const labels = await labelsOf(owner, { sort })
  expect(labels).toHaveLength(2300)
  expect(new Set(labels).size).toBe(2300)
})

test('more licenses than are sorted at once come in order, each once', async () => {
  const { organizationId } = await signIn()
  await db.execute(sql`
    insert into licenses (organization_id, label, license_key, key_hash, tags)
    select ${organizationId}, lpad((n % 9)::text, 5, '0') || ' ' || n, n::text, sha256((n::text || ${organizationId}::text)::bytea),
      case n when 1 then '{}'::text[] else '{kept}' end
    from generate_series(1, 21) n`)
  const labels: string[] = []
  for await (const { label } of everySorted(db, { organizationId }, { sort: '-label', tag: 'kept' }, 5))
    labels.push(label)
  expect(new Set(labels).size).toBe(20)
  expect(labels).toEqual(labels.toSorted().toReversed())
})

test('a license that changes its place during an export is in it once', async () => {
  const { organizationId } = await signIn()
  await insertDevices(organizationId, sql`now() - number * interval '1 minute'`)
  await analyzeDevices()
  const labels: string[] = []
  const actor = systemActor
  for await (const { label } of await exportLicenses(platform, actor, { organizationId }, { sort: '-lastCheckIn' })) {
    if (labels.push(label) > 1) continue
    await db.execute(sql`
      update check_ins set last_check_in = now() where license_id = (
        select license_id from check_ins where organization_id = ${organizationId} order by last_check_in, license_id limit 1)`)
  }
  expect(labels).toHaveLength(20_000)
  expect(new Set(labels).size).toBe(20_000)
})

test('who took the list away, what of it and how many is in the audit trail', async () => {
  const owner = await signIn()
  await makeLicense(db, { organizationId: owner.organizationId })
  await download(owner, { search: 'reception', sort: 'label' })
  const rows = await db.select().from(auditLog).where(eq(auditLog.organizationId, owner.organizationId))
  expect(rows).toMatchObject([
    {
      action: 'license.exported',
      actorId: owner.user.id,
      changes: { filter: [null, { search: 'reception', sort: 'label' }], licenses: [null, 1] },
    },
  ])
})
