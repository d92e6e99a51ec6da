import type { Database } from '#server/database/database.ts'
import { newToken, sha256 } from '#server/platform/hashing.ts'
import { insertChallenge, takeChallenge, type Prompt } from './queries.ts'
import { challengeIn } from './webauthn.ts'

/** 256 random bits, base64url. */
export async function openChallenge(db: Database, prompt: Prompt) {
  const challenge = newToken()
  await insertChallenge(db, sha256(challenge), prompt)
  return challenge
}

/** Whether this answers the open challenge of this purpose, which no other answer can use after it. */
export async function answersChallenge(db: Database, clientDataJSON: string, prompt: Prompt) {
  return Boolean(await takeChallenge(db, sha256(challengeIn(clientDataJSON)), prompt))
}
