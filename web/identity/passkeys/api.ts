import { useMutation } from '@tanstack/react-query'
import { account } from '#contract/identity/account.ts'
import { passkeys, PASSKEY_UNKNOWN } from '#contract/identity/passkeys.ts'
import { ApiError } from '#web/app/api/api-error.ts'
import { call } from '#web/app/api/call.ts'
import { useWrite } from '#web/app/api/data.ts'
import { useAbortable } from '#web/ui/abortable.ts'
import { askForPasskey, forgetPasskey } from './prompts.ts'

/** Undefined if the prompt was closed. `email`: only this account may sign in. */
export async function signInByPasskey(signal: AbortSignal, email?: string) {
  const options = await call(passkeys.signInOptions, {})
  const credential = await askForPasskey(options, signal)
  if (!credential) return undefined
  try {
    return await call(passkeys.signIn, { body: { credential, ...(email && { email }) } })
  } catch (error) {
    if (error instanceof ApiError && error.code === PASSKEY_UNKNOWN) void forgetPasskey(options.rpId, credential.id)
    throw error
  }
}

/** Answers undefined if the prompt was closed. */
export function useConfirmByPasskey() {
  const begin = useAbortable()
  return useMutation({
    mutationFn: async () => {
      const signal = begin()
      const credential = await askForPasskey(await call(passkeys.confirmOptions, {}), signal)
      return credential && call(passkeys.confirm, { body: { credential } })
    },
    meta: { failure: 'Confirmation failed' },
  })
}

const refresh = [account.read]

const failure = 'Failed to add the passkey'

export const useStartAdding = () => useWrite(passkeys.creationOptions, { failure, refresh })

export const useAddPasskey = () =>
  useWrite(passkeys.add, {
    success: ({ name }) => ['Passkey added', `From now on, ${name} signs you in without your password.`],
    failure,
    refresh,
  })

export const useRenamePasskey = () =>
  useWrite(passkeys.rename, { success: 'Passkey renamed', failure: 'Failed to rename the passkey', refresh })

export const useRemovePasskey = () =>
  useWrite(passkeys.remove, { success: 'Passkey removed', failure: 'Failed to remove the passkey', refresh })
