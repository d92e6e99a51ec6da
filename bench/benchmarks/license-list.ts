import type { Database } from '#server/database/database.ts'
import { readLicensesSql } from '#server/licensing/public.ts'
import type { Benchmark, Statement } from './benchmark.ts'
import { request } from './request.ts'
import { openSessions } from './sessions.ts'

export const licenseList: Benchmark = {
  name: 'license-list',
  floor: 'licenses',
  goal: 0.6,
  connections: [32],
  prepare: async (db) =>
    (await openSessions(db)).map(({ number, cookie, organizationId }) =>
      request('GET /api/licenses', {
        number,
        headers: { cookie },
        expect: ['x-total-count: 100\r\n', `"organizationId":"${organizationId}"`],
      }),
    ),
}

/** The query of one organization's page. The portal also counts the organization's licenses. */
export async function readLicensesStatement(db: Database): Promise<Statement> {
  const [{ organizationId } = { organizationId: null }] = await openSessions(db)
  if (organizationId === null) throw new Error('There is no organization')
  const { sql: text, params: values } = readLicensesSql(db, organizationId)
  return { text, values }
}
