import { hash as hashSlowly, verify } from '@node-rs/argon2'
import { unavailable } from '#server/platform/http/errors.ts'

/** OWASP's parameters for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = `m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}`

/** Hashing runs on the four threads that file access shares: two at once, and a queue that a flood cannot grow. */
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

/** The hash of a password nobody has, so that an unknown account costs the same work as a known one. */
const nobody = hashSlowly('nobody', PARAMETERS)

/** Without a hash the same work is done, and the answer is no. */
export const verifyPassword = (passwordHash: string | undefined, password: string) =>
  inTurn(async () => (await verify(passwordHash ?? (await nobody), password)) && passwordHash !== undefined)

/** True once the parameters have risen above those of a stored hash. */
export const needsRehash = (passwordHash: string) => !passwordHash.includes(CURRENT)
