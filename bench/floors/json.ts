import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerParent, reportReady } from '../child-answers.ts'

// The minimum for an answer: node:http sends the portal's bytes from memory.
let content = Buffer.alloc(0)

answerParent(async ({ json }: { json: string }) => {
  content = Buffer.from(json)
  return content.length
})

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': content.length })
  response.end(content)
})
server.listen(0, '127.0.0.1', () => reportReady((server.address() as AddressInfo).port))
