import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/database/migrate/migrate.ts'
import { NOT_DURABLE, startEmbeddedDatabase } from '#server/platform/embedded-postgres/embedded-database.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { jobTable } from '#server/start/job-table.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
  }
}

export const TEMPLATE = 'latchkey_template'

/** One real PostgreSQL for the whole run, with a migrated database that every test file clones. Nothing in it must last. */
export default async function setup(project: TestProject) {
  const server = await openServer()
  await runStatement(server.url, `create database ${TEMPLATE}`)
  await migrate(databaseUrl(server.url, TEMPLATE), { steps: [migrateJobs(jobTable)] })
  project.provide('databaseServer', server.url)
  return server.stop
}

/** `TEST_DATABASE_URL` names an empty cluster of another version, to be thrown away afterwards; else there is an embedded one. */
async function openServer() {
  const url = process.env.TEST_DATABASE_URL
  if (url !== undefined) {
    await runStatement(url, `drop database if exists ${TEMPLATE}`)
    return { url, stop: async () => {} }
  }
  const directory = await mkdtemp(path.join(tmpdir(), 'latchkey-test-'))
  const settings = { ...NOT_DURABLE, max_connections: '200' }
  const server = await startEmbeddedDatabase({ directory: path.join(directory, 'database'), settings })
  const stop = async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
  return { url: server.url, stop }
}

async function runStatement(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** The same server, another database. */
export function databaseUrl(server: string, database: string) {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
