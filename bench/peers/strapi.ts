import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import { SEED_PASSWORD } from '#demo/rows/users.ts'
import { freePort } from '#server/testing/platform/server-process.ts'
import { request } from '../benchmarks/request.ts'
import { forkChild, ready } from '../child.ts'
import { DATABASE_POOL } from '../portal.ts'
import { install } from './install.ts'
import { CHOSEN, COLUMNS, EMAIL, type StartPeer } from './peer.ts'

const PACKAGES = {
  name: 'peer',
  version: '1.0.0',
  strapi: { uuid: false },
  dependencies: {
    '@strapi/strapi': '5.53.0',
    '@strapi/plugin-users-permissions': '5.53.0',
    pg: '8.16.3',
    react: '18.3.1',
    'react-dom': '18.3.1',
    'react-router-dom': '6.30.1',
    'styled-components': '6.1.19',
  },
}

const text = { type: 'string' }
const TYPES: Partial<Record<(typeof COLUMNS)[number], object>> = {
  label: text,
  description: { type: 'text' },
  license_key: text,
  status: text,
  device_fingerprint: text,
  device_name: text,
  device_os: text,
  organization_id: text,
}

const CONTENT_TYPE = {
  kind: 'collectionType',
  collectionName: 'licenses',
  info: { singularName: 'license', pluralName: 'licenses', displayName: 'License' },
  options: { draftAndPublish: false },
  attributes: TYPES,
}

const core = (kind: string) =>
  `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::license.license')\n`

/** Makes a token with all rights, and a user who may sign in. */
const SOURCE = `module.exports = {
  register() {},
  async bootstrap({ strapi }) {
    const { accessKey } = await strapi.service('admin::api-token').create({ name: 'bench', type: 'full-access', lifespan: null })
    const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'authenticated' } })
    const facts = { username: 'bench', email: '${EMAIL}', password: '${SEED_PASSWORD}', provider: 'local', confirmed: true, role: role.id }
    await strapi.plugin('users-permissions').service('user').add(facts)
    require('node:fs').writeFileSync(require('node:path').join(strapi.dirs.app.root, 'token'), accessKey)
  },
}
`

const START = `const { createStrapi } = require('@strapi/strapi')
createStrapi({ appDir: __dirname, distDir: __dirname }).start()
`

/** Its settings by file. */
const settingsOf = (url: string, port: number) => ({
  server: { host: '127.0.0.1', port, app: { keys: ['one', 'two'] }, logger: { startup: { enabled: false } } },
  admin: {
    auth: { secret: 'a secret of a benchmark' },
    apiToken: { salt: 'a salt of a benchmark' },
    transfer: { token: { salt: 'another salt of a benchmark' } },
    secrets: { encryptionKey: 'a key of a benchmark' },
    serveAdminPanel: false,
  },
  database: {
    connection: {
      client: 'postgres',
      connection: { connectionString: url, schema: 'strapi' },
      pool: { min: 2, max: Number(DATABASE_POOL) },
    },
  },
  plugins: { 'users-permissions': { config: { jwtSecret: 'a secret of a benchmark', ratelimit: { enabled: false } } } },
  middlewares: ['logger', 'errors', 'security', 'cors', 'query', 'body', 'session', 'favicon', 'public'].map(
    (name) => `strapi::${name}`,
  ),
  api: { rest: { defaultLimit: 25, maxLimit: 100, withCount: true } },
})

async function writeApplication(folder: string, settings: Record<string, object>) {
  const api = 'src/api/license'
  const files = {
    ...Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [
        `config/${name}.js`,
        `module.exports = ${JSON.stringify(value)}\n`,
      ]),
    ),
    'src/index.js': SOURCE,
    [`${api}/content-types/license/schema.json`]: JSON.stringify(CONTENT_TYPE),
    [`${api}/controllers/license.js`]: core('Controller'),
    [`${api}/services/license.js`]: core('Service'),
    [`${api}/routes/license.js`]: core('Router'),
    'start.js': START,
  }
  await mkdir(path.join(folder, 'public/uploads'), { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
  }
}

export const startStrapi: StartPeer = async ({ db, url }, folder) => {
  await install(folder, PACKAGES)
  const port = await freePort()
  await db.execute(sql`create schema strapi`)
  await writeApplication(folder, settingsOf(url, port))
  const environment = { ...process.env, NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' }
  const server = { ...forkChild(pathToFileURL(path.join(folder, 'start.js')), { environment }), port }
  await ready(server, `http://127.0.0.1:${port}/_health`)
  const columns = sql.raw(COLUMNS.join())
  await db.execute(sql`insert into strapi.licenses (document_id, published_at, ${columns})
    select replace(id::text, '-', ''), created_at, ${columns} from licenses`)
  await db.execute(sql`create index on strapi.licenses (organization_id, created_at)`)
  const headers = { authorization: `Bearer ${await readFile(path.join(folder, 'token'), 'utf8')}` }
  const { rows } = await db.execute<{ id: string; organization_id: string }>(
    sql`select document_id as id, organization_id from strapi.licenses order by random() limit ${CHOSEN}`,
  )
  return {
    name: 'Strapi',
    server,
    requests: {
      'list 100': rows.map(({ organization_id: organization }, number) => {
        const query = `pagination[pageSize]=100&sort=createdAt:desc&filters[organization_id][$eq]=${organization}`
        return request(`GET /api/licenses?${query}`, { number, headers, expect: ['"total":100'] })
      }),
      'read one': rows.map(({ id }, number) => request(`GET /api/licenses/${id}`, { number, headers, expect: [id] })),
      update: rows.map(({ id }, number) => {
        const description = `Desk ${number}`
        const body = { data: { description } }
        return request(`PUT /api/licenses/${id}`, { number, headers, body, expect: [description] })
      }),
      'sign in': [
        request('POST /api/auth/local', {
          number: 1,
          body: { identifier: EMAIL, password: SEED_PASSWORD },
          expect: ['"jwt"'],
        }),
      ],
    },
  }
}
