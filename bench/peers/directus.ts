import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { SEED_PASSWORD } from '#demo/rows/users.ts'
import { freePort } from '#server/testing/platform/server-process.ts'
import { request } from '../benchmarks/request.ts'
import { forkChild, ready } from '../child.ts'
import { DATABASE_POOL } from '../portal.ts'
import { install } from './install.ts'
import { CHOSEN, COLUMNS, EMAIL, type StartPeer } from './peer.ts'

const run = promisify(execFile)

const PACKAGES = {
  dependencies: { directus: '12.3.0' },
  // The first with a build for Node.js 24.
  overrides: { 'isolated-vm': '6.2.0' },
}

type Session = { data: { access_token: string } }

async function signIn(base: string) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: EMAIL, password: SEED_PASSWORD })
  const answer = await fetch(`${base}/auth/login`, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as Session
  return data.access_token
}

export const startDirectus: StartPeer = async ({ db, url }, folder) => {
  await install(folder, PACKAGES)
  const columns = sql.raw(COLUMNS.join())
  await db.execute(sql`create schema directus`)
  await db.execute(sql`create table directus.licenses (
    id uuid primary key, label text, description text, license_key text, status text, device_fingerprint text, device_name text,
    device_os text, organization_id uuid, created_at timestamptz, updated_at timestamptz)`)
  await db.execute(sql`insert into directus.licenses (id, ${columns}) select id, ${columns} from licenses`)
  await db.execute(sql`create index on directus.licenses (organization_id, created_at)`)
  const port = await freePort()
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    KEY: 'a key of a benchmark',
    SECRET: 'a secret of a benchmark of thirty-two characters',
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: url,
    DB_SEARCH_PATH: 'array:directus',
    DB_POOL__MAX: DATABASE_POOL,
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: SEED_PASSWORD,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'error',
    TELEMETRY: 'false',
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
    WEBSOCKETS_ENABLED: 'false',
    LOGIN_STALL_TIME: '0',
    QUERY_LIMIT_MAX: '-1',
  }
  const program = path.join(folder, 'node_modules/directus/cli.js')
  await run(process.execPath, [program, 'bootstrap'], { cwd: folder, env: environment })
  const start = path.join(folder, 'start.mjs')
  await writeFile(start, `process.argv.push('start')\nawait import(${JSON.stringify(pathToFileURL(program).href)})\n`)
  const server = { ...forkChild(pathToFileURL(start), { environment }), port }
  const base = `http://127.0.0.1:${port}`
  await ready(server, `${base}/server/ping`)
  const headers = { authorization: `Bearer ${await signIn(base)}` }
  const { rows } = await db.execute<{ id: string; organization_id: string }>(
    sql`select id, organization_id from directus.licenses order by random() limit ${CHOSEN}`,
  )
  return {
    name: 'Directus',
    server,
    requests: {
      'list 100': rows.map(({ organization_id: organization }, number) => {
        const query = `limit=100&sort=-created_at&meta=filter_count&filter[organization_id][_eq]=${organization}`
        return request(`GET /items/licenses?${query}`, { number, headers, expect: ['"filter_count":100'] })
      }),
      'read one': rows.map(({ id }, number) => request(`GET /items/licenses/${id}`, { number, headers, expect: [id] })),
      update: rows.map(({ id }, number) => {
        const description = `Desk ${number}`
        return request(`PATCH /items/licenses/${id}`, { number, headers, body: { description }, expect: [description] })
      }),
      'sign in': [
        request('POST /auth/login', {
          number: 1,
          body: { email: EMAIL, password: SEED_PASSWORD },
          expect: ['"access_token"'],
        }),
      ],
    },
  }
}
