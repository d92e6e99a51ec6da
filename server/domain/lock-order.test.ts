import { expect, test } from 'vitest'
import { locksOf, takeLock } from '#server/testing/lock-order.ts'

/** Returns the violations of a transaction with these statements. */
function check(...statements: string[]) {
  const transaction = { isOpen: true, held: new Map(), last: '', isClosed: false }
  return statements.flatMap(locksOf).flatMap((lock) => takeLock(transaction, lock) ?? [])
}

const ORGANIZATION = 'select "id" from "organizations" where "id" = $1 for no key update'
const SHARED = 'select "id" from "organizations" where "id" in (select "id" from "licenses") for share'
const SUBSCRIPTION = 'select * from "subscriptions" inner join "organizations" on true for update of "subscriptions"'
const LICENSE = `update "licenses" set "label" = 'a for update', "x" = now() where "id" = $1 returning *`
const USER = 'select * from "users" where "id" = $1 for update'

test('accepts locks in their order, and refuses the other way round', () => {
  expect(check(ORGANIZATION, USER, LICENSE)).toEqual([])
  expect(check(USER, ORGANIZATION)).toEqual(['organizations after users'])
  expect(check(LICENSE, SHARED)).toEqual(['organizations after licenses'])
  expect(check(ORGANIZATION, LICENSE, 'update "organizations" set "name" = $1')).toEqual([])
})

test('reads locks of inner queries and of written rows', () => {
  const inner = 'delete from "organizations" where "id" in (select "id" from "users" limit 1 for update skip locked)'
  expect(check(inner)).toEqual(['organizations after users'])
  const upsert = 'insert into "number_series" ("a") values ($1) on conflict ("a") do update set "a" = $1'
  expect(check('update "versions" set "x" = 1', upsert)).toEqual(['number_series after versions'])
  expect(check(LICENSE, 'insert into "organizations" ("id") values ($1)')).toEqual([])
})

test('lets the answer of a request be stored after any other lock, and nothing after an unlisted table', () => {
  const answer = 'insert into "idempotency_keys" ("key") values ($1) on conflict ("key") do update set "response" = $2'
  const document = 'update "documents" set "title" = $1'
  expect(check(document, answer)).toEqual([])
  expect(check('delete from "sessions" where "id" = $1', answer)).toEqual([])
  expect(check(document, LICENSE)).toEqual(['licenses after documents'])
})

test('lets rows under an exclusively locked one come in any order, and be the last ones without it', () => {
  const invoice = 'update "invoices" set "status" = $1'
  expect(check(ORGANIZATION, invoice, LICENSE, SUBSCRIPTION)).toEqual([])
  expect(check(SHARED, SUBSCRIPTION, LICENSE)).toEqual([])
  expect(check(SHARED, LICENSE, SUBSCRIPTION)).toEqual(['subscriptions after licenses'])
  expect(check(invoice)).toEqual([])
  expect(check(invoice, LICENSE)).toEqual(['licenses after invoices'])
})
