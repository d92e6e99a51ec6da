import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canRestore, canRevoke, LicenseStatus } from '#contract/licensing/licenses.ts'
import { change, create, makeWith } from '#server/testing/licensing/licenses.ts'
import { statusesIn, suspend } from '#server/testing/operations/organizations.ts'
import { many } from '#server/testing/platform/long-form.ts'
import { signIn, type Person } from '#server/testing/testing.ts'

const step = fc.record({
  verb: fc.constantFrom('suspend', 'reactivate', 'create', 'revoke', 'restore'),
  license: fc.nat(7),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const statuses = fc.array(fc.constantFrom(...LicenseStatus.options), { minLength: 1, maxLength: 6 })

/** Statuses of licenses, apart from the suspension. */
type ExampleData = { suspended: boolean; statuses: Map<string, LicenseStatus> }

const switchable = ({ statuses: all }: ExampleData) =>
  [...all.values()].filter((status) => status !== 'revoked' && status !== 'inactive').length

async function take({ verb, license }: Step, owner: Person, world: ExampleData) {
  const id = [...world.statuses.keys()][license % world.statuses.size]!
  const status = world.statuses.get(id)!
  if (verb === 'suspend' || verb === 'reactivate') {
    const wanted = verb === 'suspend'
    const { body } = await suspend({ id: owner.organizationId }, wanted)
    expect(body.affectedLicenses).toBe(world.suspended === wanted ? 0 : switchable(world))
    world.suspended = wanted
  } else if (verb === 'create') {
    const { status: answer, body } = await create(owner)
    expect(answer).toBe(world.suspended ? 403 : 201)
    if (answer === 201) world.statuses.set(body.id, 'unassigned')
  } else {
    const to = verb === 'revoke' ? 'revoked' : 'unassigned'
    const isAllowed = verb === 'revoke' ? canRevoke({ status }) : canRestore({ status })
    const { status: answer } = await change(owner, { id }, { status: to })
    expect(answer).toBe(world.suspended ? 403 : isAllowed ? 200 : 409)
    if (answer === 200) world.statuses.set(id, to)
  }
}

const shown = ({ suspended, statuses: all }: ExampleData) =>
  new Map([...all].map(([id, status]) => [id, suspended && status !== 'revoked' ? 'inactive' : status]))

test(
  'whatever happens in between, every license is again what it was [R-STATE-58 R-STATE-59]',
  async () => {
    await fc.assert(
      fc.asyncProperty(statuses, fc.array(step, { minLength: 2, maxLength: 10 }), async (begin, steps) => {
        const owner = await signIn({ licenseLimit: 50 })
        const world: ExampleData = { suspended: false, statuses: new Map() }
        for (const status of begin) world.statuses.set((await makeWith(owner.organizationId, status)).id, status)
        for (const each of steps) {
          await take(each, owner, world)
          expect(await statusesIn(owner.organizationId)).toEqual(shown(world))
        }
      }),
      { numRuns: many(30), endOnFailure: true },
    )
  },
  many(30_000),
)
