import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { enrollmentKeys } from '#contract/licensing/enrollment-keys.ts'
import { enrollmentKeys as keyTable } from '#server/database/schema/licensing/licenses.ts'
import { withToken } from '#server/testing/identity/api-tokens.ts'
import { app, db, signIn, type Person } from '#server/testing/testing.ts'
import { newCommand } from './testing.ts'

vi.setConfig({ testTimeout: 60_000 })

const server = await app.listen({ port: 0, host: '127.0.0.1' })

const commandOf = async (person: Person) => newCommand(server, (await withToken(person, ['licenses:read'])).token)

test('the list of enrollment keys says which are used up, as the portal does', async () => {
  const owner = await signIn()
  const run = await commandOf(owner)
  for (const maxUses of [1, 2]) await owner.call(enrollmentKeys.create, { body: { label: 'Floor', maxUses } })
  await db.update(keyTable).set({ uses: 1 }).where(eq(keyTable.organizationId, owner.organizationId))
  const { out } = await run('enrollment', 'list')
  expect(out.match(/used up|active/g)?.toSorted()).toEqual(['active', 'used up'])
})

test('enrollment keys are listed, and created in the portal only', async () => {
  const run = await commandOf(await signIn())
  expect(await run('enrollment', 'list')).toMatchObject({ code: 0, out: 'No enrollment keys yet.\n' })
  const refused = await run('enrollment', 'create')
  expect([refused.code, refused.error]).toEqual([1, expect.stringContaining(`${server}/licenses?add=enrollment-key`)])
})
