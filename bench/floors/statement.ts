import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { reportReady } from '../child-answers.ts'

// The minimum for a query of the portal: node:http, the same query as a prepared statement, JSON.
const { DATABASE_URL, DATABASE_POOL, STATEMENT = '' } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL) })
const { text, values }: { text: string; values: unknown[] } = JSON.parse(STATEMENT)

const server = createServer((_request, response) => {
  void pool.query({ name: 'floor', text, values }).then(({ rows }) => {
    const json = JSON.stringify(rows)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) })
    response.end(json)
  })
})
server.listen(0, '127.0.0.1', () => reportReady((server.address() as AddressInfo).port))
