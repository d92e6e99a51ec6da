import { truncate, appendFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { downloads } from '#contract/releases/downloads.ts'
import { buildApp } from '#server/app.ts'
import { PROGRAM, publish } from '#server/testing/releases/downloads.ts'
import { platform, signIn } from '#server/testing/testing.ts'

const customer = await signIn({ role: 'customer' })

const damages = [
  { name: 'short', damage: (place: string) => truncate(place, 100), failure: 'terminated' },
  { name: 'long', damage: (place: string) => appendFile(place, 'more'), failure: '500' },
]

test.each(damages)('a download of a file that is too $name fails immediately', async ({ damage, failure }) => {
  const app = await buildApp(platform)
  onTestFinished(() => app.close())
  const version = await publish()
  const { body } = await customer.call(downloads.file, { params: version })
  const address = `${await app.listen({ port: 0, host: '127.0.0.1' })}${body.downloadUrl}`
  const ask = async (headers = {}) => {
    const answer = await fetch(address, { headers })
    if (!answer.ok) throw new Error(String(answer.status))
    return answer.arrayBuffer()
  }
  expect((await ask()).byteLength).toBe(PROGRAM.length)
  await damage(`${platform.config.dataDirectory}/objects/${version.key}`)
  await expect(ask()).rejects.toThrow(failure)
  expect((await ask({ range: 'bytes=10-19' })).byteLength).toBe(10)
})
