import { verify } from '@node-rs/argon2'
import { hashPassword } from '#server/identity/session/passwords/hashing.ts'
import { answerParent, reportReady } from '../child-answers.ts'
import type { LoadResult } from '../load.ts'

// The minimum for a sign-in: argon2id with the portal's parameters and concurrency.
const PASSWORD = 'correct horse battery staple'
const AT_ONCE = 2
const passwordHash = await hashPassword(PASSWORD)

async function verifyFor(seconds: number): Promise<LoadResult> {
  const durations: number[] = []
  const started = performance.now()
  const end = started + seconds * 1000
  async function verifyInTurn() {
    for (let now = started; now < end;) {
      if (!(await verify(passwordHash, PASSWORD))) throw new Error('The correct password was refused')
      const verifiedAt = performance.now()
      durations.push((verifiedAt - now) * 1000)
      now = verifiedAt
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, verifyInTurn))
  const perSecond = durations.length / ((performance.now() - started) / 1000)
  const sorted = durations.toSorted((a, b) => a - b)
  const percentile = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { answered: durations.length, perSecond, p50: percentile(0.5), p99: percentile(0.99) }
}

answerParent(({ seconds }: { seconds: number }) => verifyFor(seconds))
reportReady()
