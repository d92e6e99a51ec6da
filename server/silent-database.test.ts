import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from './app.ts'
import { openPlatform } from './start/open-platform.ts'
import { openDatabaseProxy } from './testing/platform/database-proxy.ts'
import { config, signIn, testDatabaseUrl } from './testing/testing.ts'

test.each([
  ['the first statement', 'from'],
  ['the middle of a transaction', 'insert into "licenses"'],
  ['a commit', 'commit\0'],
])(
  'a database that falls silent at %s: every request is answered with 503 within ten seconds',
  async (_when, words) => {
    const { cookie = '' } = await signIn()
    const proxy = await openDatabaseProxy(testDatabaseUrl)
    const { platform, close } = await openPlatform(config, { databaseUrl: proxy.url })
    const app = await buildApp(platform)
    onTestFinished(async () => {
      await proxy.close()
      await app.close()
      await close()
    })
    const ask = async (key: Record<string, string>) => {
      const asked = performance.now()
      const { statusCode, headers } = await app.inject({
        method: 'POST',
        url: '/api/licenses',
        headers: { cookie, ...key },
        payload: { label: 'Reception' },
      })
      return { statusCode, mayRepeat: 'retry-after' in headers, inTime: performance.now() - asked < 10_000 }
    }
    proxy.fallSilentAt(words)
    const answers = await Promise.all([ask({}), ask({ 'idempotency-key': 'one' })])
    const refused = { statusCode: 503, mayRepeat: true, inTime: true }
    expect(answers).toEqual([refused, refused])
  },
  40_000,
)
