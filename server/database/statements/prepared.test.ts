import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { first } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { db, newOrganization, pool } from '#server/testing/testing.ts'
import { prepared } from './prepared.ts'

function counted() {
  const forms: string[] = []
  const ask = prepared(['id'], (database, form: 'name' | 'place', { id }) => {
    forms.push(form)
    const told = form === 'name' ? organizations.name : organizations.address
    return database.select({ told }).from(organizations).where(eq(organizations.id, id))
  })
  return { forms, ask }
}

test('a query is put together once for each of its forms, and answers each who asks at once about the own values', async () => {
  const { forms, ask } = counted()
  const ids = await Promise.all(Array.from({ length: 8 }, () => newOrganization()))
  const answers = await Promise.all(ids.flatMap((id) => [ask(db, 'name', { id }), ask(db, 'place', { id })]))
  expect(forms).toEqual(['name', 'place'])
  const names = answers.filter((_answer, place) => place % 2 === 0).map((rows) => first(rows)?.told)
  const rows = await db.select({ id: organizations.id, name: organizations.name }).from(organizations)
  expect(names).toEqual(ids.map((id) => rows.find((row) => row.id === id)?.name))
})

test('what another connection has changed is in the very next answer', async () => {
  const { ask } = counted()
  const id = await newOrganization()
  await ask(db, 'name', { id })
  await pool.query(`update organizations set name = 'Changed' where id = $1`, [id])
  expect(await ask(db, 'name', { id })).toEqual([{ told: 'Changed' }])
})

test('in a transaction it sees what only this transaction has written', async () => {
  const { forms, ask } = counted()
  const id = await newOrganization()
  await db.transaction(async (tx) => {
    await tx
      .update(organizations)
      .set({ name: sql`'Not yet'` })
      .where(eq(organizations.id, id))
    expect(await ask(tx, 'name', { id })).toEqual([{ told: 'Not yet' }])
    expect(forms, 'put together once for both').toEqual(['name'])
    expect(await ask(db, 'name', { id })).not.toEqual([{ told: 'Not yet' }])
  })
})
