import { SCOPES } from '#contract/endpoint.ts'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CALLS_PER_MINUTE } from '#contract/identity/api-tokens.ts'
import { canGrant, whatAllows } from '#contract/identity/scopes.ts'
import { Role } from '#contract/roles.ts'
import { isWellFormed, newApiToken } from './secret.ts'

const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')

const audiences: Record<string, Role[]> = {
  'staff and administrators': ['admin', 'agent', 'org_admin'],
  'admins and administrators': ['admin', 'org_admin'],
  staff: ['admin', 'agent'],
  admins: ['admin'],
}

test('docs/api.md lists each scope with what it allows and who may grant it', () => {
  const rows = [...page.matchAll(/^\| `(\w+:\w+)` +\| (.*?) +\| (.*?) +\|$/gm)].map(([, ...cells]) => cells)
  const owners = Role.options.filter((role) => role !== 'customer')
  expect(rows.map(([scope, allows, whom = '']) => [scope, allows, audiences[whom]])).toEqual(
    SCOPES.map((scope) => [scope, whatAllows(scope), owners.filter((role) => canGrant(role, scope))]),
  )
})

test('docs/api.md says how many calls a token may make', () => {
  const { read, write } = CALLS_PER_MINUTE
  expect(page).toContain(`${read} reads and ${write} writes per minute`)
})

test('each token is well formed, and none with a wrong character is', () => {
  const tokens = Array.from({ length: 200 }, newApiToken)
  expect(new Set(tokens).size).toBe(200)
  for (const token of tokens) {
    const [head, tail] = [token.slice(0, 20), token.slice(21)]
    expect([isWellFormed(token), isWellFormed(`${head}${token[20] === 'a' ? 'b' : 'a'}${tail}`)]).toEqual([true, false])
  }
})
