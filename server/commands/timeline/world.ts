import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'
import { makeLicense } from '#demo/rows/licenses.ts'
import { makeOrganization } from '#demo/rows/organizations.ts'
import { makeUser } from '#demo/rows/users.ts'
import { buildApp } from '#server/app.ts'
import { billAllDue, markOverdue, remindAll } from '#server/billing/public.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { openSession } from '#server/identity/public.ts'
import { readConfig } from '#server/platform/config.ts'
import { NOT_DURABLE, startEmbeddedDatabase } from '#server/platform/embedded-postgres/embedded-database.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { jobTable } from '#server/start/job-table.ts'
import { openPlatform } from '#server/start/open-platform.ts'
import { startClock } from '#server/testing/clock.ts'

type Input = { id?: string; query?: Record<string, string>; body?: object }

/** A portal with one customer on its own PostgreSQL with an adjustable clock. Removed after `work`. */
export async function withWorld<Result>(work: (world: World) => Promise<Result>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-timeline-'))
  const undo = [() => rm(folder, { recursive: true, force: true })]
  try {
    const database = await startEmbeddedDatabase({ directory: path.join(folder, 'database'), settings: NOT_DURABLE })
    undo.push(database.stop)
    return await work(await openWorld(database.url, folder, undo))
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

async function openWorld(url: string, folder: string, undo: (() => Promise<unknown>)[]) {
  await migrate(url, { steps: [migrateJobs(jobTable)] })
  const clock = await startClock(url)
  undo.push(clock.stop)
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const { platform, close } = await openPlatform(config, { databaseUrl: url })
  undo.push(close)
  const app = await buildApp(platform)
  undo.push(() => app.close())
  const { db } = platform

  const { id: organizationId, name } = await makeOrganization(db, { name: 'Karoo Mining' })
  await Promise.all(['Reception', 'Office', 'Plant'].map((label) => makeLicense(db, { organizationId, label })))
  const vendor = await makeUser(db, { role: 'admin', firstName: 'Amahle', lastName: 'Nkosi' })
  const owner = await makeUser(db, { role: 'org_admin', organizationId })

  /** Calls an endpoint as a user. A refusal ends the timeline. */
  const callAs = async (userId: string, { method, url: place }: Endpoint, { id = '', query, body }: Input = {}) => {
    const token = await openSession(db, { userId, hours: 1, ip: null, userAgent: null })
    const answer = await app.inject({
      method,
      url: place.replace(':id', id),
      headers: { cookie: `__Host-session=${token}` },
      ...(query && { query }),
      ...(body && { payload: body }),
    })
    if (answer.statusCode >= 400) throw new Error(`${method} ${place}: ${answer.payload}`)
    return answer.json<Record<string, unknown>>()
  }

  return {
    clock,
    db,
    organizationId,
    name,
    ownerEmail: owner.email,
    byVendor: (endpoint: Endpoint, input?: Input) => callAs(vendor.id, endpoint, input),
    byCustomer: (endpoint: Endpoint, input?: Input) => callAs(owner.id, endpoint, input),
    runJobs: async () => {
      await billAllDue(platform)
      await markOverdue(db)
      await remindAll(platform)
    },
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>
