import type { Assertion, CreationOptions, NewCredential, RequestOptions } from '#contract/identity/passkeys.ts'
import { toast } from '#web/ui/feedback/toast.ts'

/** Neither, if the prompt was aborted. `problem` is for the user. */
type Outcome<Answer> = { credential?: Answer; problem?: string }

const problems: Record<string, string> = {
  NotAllowedError: 'The prompt was closed or timed out.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys don’t work at this address of the portal.',
}

async function ask<Answer>(signal: AbortSignal, prompt: () => Promise<Credential | null>): Promise<Outcome<Answer>> {
  try {
    const credential = (await prompt()) as PublicKeyCredential | null
    return credential && !signal.aborted ? { credential: credential.toJSON() as Answer } : {}
  } catch (error) {
    if (signal.aborted) return {}
    return { problem: problems[(error as DOMException).name] ?? 'Your browser could not use a passkey.' }
  }
}

export const createCredential = (options: CreationOptions, signal: AbortSignal) =>
  ask<NewCredential>(signal, () =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options), signal }),
  )

/** Undefined without an answer. The reason was shown then: browsers do not say whether the device has no passkey. */
export async function askForPasskey(options: RequestOptions, signal: AbortSignal) {
  const { credential, problem } = await ask<Assertion>(signal, () =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options), signal }),
  )
  if (problem) toast({ title: 'No passkey was used', description: problem })
  return credential
}

/** Lets the browser stop offering a passkey that the portal does not know. Not every browser can. */
export const forgetPasskey = (rpId: string, credentialId: string) =>
  PublicKeyCredential.signalUnknownCredential?.({ rpId, credentialId })
