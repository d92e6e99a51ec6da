import { UsageError } from './failures.ts'

const TOKEN = /^lk_[0-9A-Za-z]{20,200}$/

type Environment = Record<string, string | undefined>

/** An API token is sent to this address only, encrypted unless it stays on this computer. */
export function readServer(given: string | undefined, { LATCHKEY_SERVER }: Environment) {
  const text = (given ?? LATCHKEY_SERVER ?? '').trim()
  if (text === '')
    throw new UsageError('Address of the portal missing. Set LATCHKEY_SERVER=https://portal.example.com.')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('The address of the portal must be a URL such as https://portal.example.com.')
  const isBare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  if (!isBare) throw new UsageError(`Pass the address of the portal without a path or a password: ${url.origin}`)
  requireSafe(url)
  return url
}

/** Throws unless the address is https or on this computer. */
export function requireSafe({ protocol, hostname, origin }: URL) {
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return
  throw new UsageError(`${origin} is not encrypted. Use https.`)
}

export const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

export function readToken({ LATCHKEY_TOKEN }: Environment) {
  const token = (LATCHKEY_TOKEN ?? '').trim()
  if (token === '') throw new UsageError('API token missing. Set LATCHKEY_TOKEN=lk_… in the environment.')
  if (!TOKEN.test(token))
    throw new UsageError(
      'LATCHKEY_TOKEN is not an API token. One starts with lk_ and is shown once, when you create it.',
    )
  return token
}

/** Anything in a text that looks like an API token, so that none is shown in a log. */
export const withoutTokens = (text: string) => text.replaceAll(/lk_[0-9A-Za-z]{20,}/g, 'lk_…')
