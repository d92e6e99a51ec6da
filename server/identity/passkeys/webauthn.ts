import {
  PROMPT_MINUTES,
  type Assertion,
  type CreationOptions,
  type NewCredential,
  type RequestOptions,
} from '#contract/identity/passkeys.ts'
import type { Config } from '#server/platform/config.ts'
import type { StoredPasskey } from './queries.ts'

/** EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]

const TIMEOUT = PROMPT_MINUTES * 60_000

type Party = Pick<Config, 'publicUrl' | 'productName'>

type Credential = { id: string; transports: string[] }

type Owner = { id: string; email: string; name: string }

const hostOf = (publicUrl: string) => new URL(publicUrl).hostname

const descriptorOf = (credential: Credential) => ({ ...credential, type: 'public-key' as const })

/** The name of the user inside the passkey. */
const handleOf = (userId: string) => Buffer.from(userId).toString('base64url')

export const creationOptions = (
  { publicUrl, productName }: Party,
  challenge: string,
  owner: Owner,
  present: Credential[],
): CreationOptions => ({
  challenge,
  rp: { id: hostOf(publicUrl), name: productName },
  user: { id: handleOf(owner.id), name: owner.email, displayName: owner.name },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: TIMEOUT,
  excludeCredentials: present.map(descriptorOf),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
})

export const requestOptions = (
  { publicUrl }: Pick<Party, 'publicUrl'>,
  challenge: string,
  allowed: Credential[],
): RequestOptions => ({
  challenge,
  rpId: hostOf(publicUrl),
  timeout: TIMEOUT,
  userVerification: 'required',
  allowCredentials: allowed.map(descriptorOf),
})

/** The challenge that was signed. Empty if there is none. */
export function challengeIn(clientDataJSON: string) {
  try {
    const { challenge }: { challenge?: unknown } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

const expected = ({ publicUrl }: Pick<Party, 'publicUrl'>, clientDataJSON: string) => ({
  expectedChallenge: challengeIn(clientDataJSON),
  expectedOrigin: new URL(publicUrl).origin,
  expectedRPID: hostOf(publicUrl),
  requireUserVerification: true,
})

/** Not asked for, and checking one could call the addresses in its certificates. */
async function isUnattested(attestationObject: string) {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
    const format = attestation.get('fmt')
    return format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'))
  } catch {
    return false
  }
}

/** Undefined unless the credential is complete, for this portal, and without certificates. */
export async function verifyCreation(party: Party, { response, ...credential }: NewCredential) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { transports, ...signed } = response
  if (!(await isUnattested(response.attestationObject))) return undefined
  const checked = verifyRegistrationResponse({
    response: { ...credential, response: signed, clientExtensionResults: {} },
    ...expected(party, response.clientDataJSON),
    supportedAlgorithmIDs: ALGORITHMS,
  })
  const registrationInfo = (await checked.catch(() => undefined))?.registrationInfo
  if (registrationInfo?.credential.id !== credential.id) return undefined
  const { publicKey, counter } = registrationInfo.credential
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: transports ?? [],
    aaguid: registrationInfo.aaguid,
    isSynced: registrationInfo.credentialBackedUp,
  }
}

/** Undefined unless this passkey signed for its user and this portal. */
export async function verifyAssertion(
  party: Party,
  { response: { userHandle, ...response }, ...assertion }: Assertion,
  passkey: StoredPasskey,
) {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  if (userHandle && userHandle !== handleOf(passkey.userId)) return undefined
  const checked = verifyAuthenticationResponse({
    response: { ...assertion, response, clientExtensionResults: {} },
    ...expected(party, response.clientDataJSON),
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  })
  const answer = await checked.catch(() => undefined)
  if (!answer?.verified) return undefined
  const { newCounter: counter, credentialBackedUp: isSynced } = answer.authenticationInfo
  return { counter, isSynced }
}
