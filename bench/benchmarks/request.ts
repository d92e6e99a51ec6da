/** One request as its bytes on the wire, and the texts without which an answer counts as wrong. All of it ASCII. */
export type Request = { wire: string; expect: string[] }

type Parts = { number: number; headers?: Record<string, string>; body?: object; expect: string[] }

/** A request as a proxy passes it on. Each `number` below 16 million stands for a client address of its own. */
export function request(line: `${'GET' | 'POST'} /${string}`, { number, headers, body, expect }: Parts): Request {
  const content = body ? JSON.stringify(body) : ''
  const head = {
    host: 'localhost',
    'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': content.length }),
  }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  return { wire: `${line} HTTP/1.1\r\n${lines.join('')}\r\n${content}`, expect }
}
