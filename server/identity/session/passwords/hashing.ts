import { hash as hashSlowly, verify } from '@node-rs/argon2'
import { unavailable } from '#server/platform/http/errors.ts'

/** OWASP's parameters for argon2id, the library's default: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = `m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}`

/** Hashing shares four threads with file access: two at a time, with a limited queue. */
const MAX_RUNNING = 2
const MAX_WAITING = 40

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>) {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING) throw unavailable('Too many sign-ins at once. Please try again in a moment.', 2)
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashPassword = (password: string) => inTurn(() => hashSlowly(password, PARAMETERS))

/** A hash for unknown accounts, so that they cost the same work. */
const decoy = hashSlowly('nobody', PARAMETERS)

/** Does the same work without a hash and returns false. */
export const verifyPassword = (passwordHash: string | undefined, password: string) =>
  inTurn(async () => (await verify(passwordHash ?? (await decoy), password)) && passwordHash !== undefined)

export const needsRehash = (passwordHash: string) => !passwordHash.includes(CURRENT)
