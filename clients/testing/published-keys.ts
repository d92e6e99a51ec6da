import type { FastifyInstance } from 'fastify'
import { licenseFiles } from '#contract/licensing/license-files.ts'
import { app } from '#server/testing/testing.ts'

type KeySet = { keys: { kid: string; publicKey: string }[] }

/** The public keys of a server, as compiled into an application. */
export async function publishedKeys(server: Pick<FastifyInstance, 'inject'> = app) {
  const { keys } = (await server.inject({ url: licenseFiles.keys.url })).json<KeySet>()
  return Object.fromEntries(keys.map(({ kid, publicKey }) => [kid, publicKey]))
}
