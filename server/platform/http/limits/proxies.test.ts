import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createProxyCheck } from './proxies.ts'

const app = Fastify({ trustProxy: createProxyCheck(['10.0.0.0/8', '::1']) })
app.get('/', ({ ip }) => ip)

const ask = async (remoteAddress: string, forwarded: string) => {
  const { body } = await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': forwarded } })
  return body
}

test('names the first address that is no proxy, however often it is asked', async () => {
  for (let times = 0; times < 3; times++) {
    expect(await ask('10.0.0.1', '192.0.2.7')).toBe('192.0.2.7')
    expect(await ask('::1', '192.0.2.7, 10.9.9.9')).toBe('192.0.2.7')
    expect(await ask('192.0.2.1', '10.0.0.1')).toBe('192.0.2.1')
    expect(await ask('10.0.0.1', '192.0.2.7, 192.0.2.8')).toBe('192.0.2.8')
  }
})

test('stays correct beyond the addresses it remembers', () => {
  const isProxy = createProxyCheck(['10.0.0.0/8'])
  const addresses = Array.from({ length: 3000 }, (_, number) => `10.1.${number >> 8}.${number & 255}`)
  expect(addresses.filter((address) => isProxy(address, 0))).toEqual(addresses)
  expect(addresses.filter((address) => isProxy(address.replace('10.', '11.'), 0))).toEqual([])
})
