import { verify } from '@node-rs/argon2'
import { hashPassword } from '#server/identity/session/passwords/hashing.ts'
import { answerParent, reportReady } from '../child-answers.ts'
import { repeat } from '../repeat.ts'

// The minimum for a sign-in: argon2id with the portal's parameters and concurrency.
const PASSWORD = 'correct horse battery staple'
const AT_ONCE = 2
const passwordHash = await hashPassword(PASSWORD)

async function verifyOnce() {
  if (!(await verify(passwordHash, PASSWORD))) throw new Error('The correct password was refused')
}

answerParent(({ seconds }: { seconds: number }) => repeat(verifyOnce, seconds, AT_ONCE))
reportReady()
