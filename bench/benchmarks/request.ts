/** A raw HTTP request, and the strings that its answer must contain. ASCII only. */
export type Request = { wire: string; expect: string[] }

type Parts = { number: number; headers?: Record<string, string>; body?: object; expect: string[] }

/** Builds a request as forwarded by a proxy. Each `number` below 16 million gives a different client address. */
export function request(
  line: `${'GET' | 'POST' | 'PATCH' | 'PUT'} /${string}`,
  { number, headers, body, expect }: Parts,
): Request {
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
