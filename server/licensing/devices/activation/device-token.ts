import { createHmac } from 'node:crypto'
import type { Secret } from '#server/platform/secrets/secrets.ts'

type Binding = { id: string; fingerprintKey: string; activatedAt: string }

/**
 * A device that never received its answer asks again and must get a token that works, while the one it may have received after
 * all, or its twenty parallel attempts got, must keep working. So the token is not random: it is derived from the binding and
 * a secret of the server, and every repetition finds the same one, also after a rotation: the version of the secret is the one of
 * the activation. A new activation is a new binding and another token.
 */
export const deriveToken = (secret: Pick<Secret, 'at'>, { id, fingerprintKey, activatedAt }: Binding) =>
  createHmac('sha256', secret.at(activatedAt))
    .update(JSON.stringify([id, fingerprintKey, activatedAt]))
    .digest('base64url')
