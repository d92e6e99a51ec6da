import { isSignedOut } from '#web/app/api/api-error.ts'
import { refetch } from '#web/app/api/query-client.ts'
import { currentUserOptions } from '#web/identity/session/api.ts'

/** Sends a call with a password or code. A refusal refetches the user: two-factor authentication may have been turned on or off elsewhere. */
export async function sendProved<Result>(send: () => Promise<Result>) {
  try {
    return await send()
  } catch (error) {
    if (!isSignedOut(error)) await refetch({ queryKey: currentUserOptions.queryKey })
    throw error
  }
}
