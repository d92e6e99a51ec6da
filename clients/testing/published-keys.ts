import { licenseFiles } from '#contract/licensing/license-files.ts'
import { caller } from '#server/testing/testing.ts'

/** The public keys that the server publishes, by their id, as an application is built with them. */
export async function publishedKeys() {
  const { keys } = (await caller().call(licenseFiles.keys)).body
  return Object.fromEntries(keys.map(({ kid, publicKey }) => [kid, publicKey]))
}
