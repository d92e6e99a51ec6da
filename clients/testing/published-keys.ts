import { licenseFiles } from '#contract/licensing/license-files.ts'
import { caller } from '#server/testing/testing.ts'

/** The server's public keys, as compiled into an application. */
export async function publishedKeys() {
  const { keys } = (await caller().call(licenseFiles.keys)).body
  return Object.fromEntries(keys.map(({ kid, publicKey }) => [kid, publicKey]))
}
