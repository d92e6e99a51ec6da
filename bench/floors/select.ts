import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { reportReady } from '../child-answers.ts'

// The minimum for a database read: node:http, one prepared select by primary key, JSON. SIGN adds the signature that every check-in needs.
const { DATABASE_URL, DATABASE_POOL, SIGN } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL) })
const { privateKey } = generateKeyPairSync('ed25519')
const name = 'floor'
const text = `
  select id, label, status, device_fingerprint as "deviceFingerprint", device_name as "deviceName"
  from licenses where id = $1`

async function answer(id: string) {
  const { rows } = await pool.query({ name, text, values: [id] })
  const json = JSON.stringify(rows[0])
  if (!SIGN) return json
  return `[${json},"${sign(null, Buffer.from(json), privateKey).toString('base64')}"]`
}

const server = createServer((request, response) => {
  void answer((request.url ?? '').slice(1)).then((json) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) })
    response.end(json)
  })
})
server.listen(0, '127.0.0.1', () => reportReady((server.address() as AddressInfo).port))
