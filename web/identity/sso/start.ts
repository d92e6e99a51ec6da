import { sso, type SsoStart } from '#contract/identity/sso.ts'
import { call } from '#web/app/api/call.ts'
import { withoutAsking } from '#web/ui/dialog/unload.ts'

/** Leaves for the identity provider. Its address comes from a customer, so no other scheme is opened. */
export async function startSso(body: SsoStart) {
  const { url } = await call(sso.start, { body })
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('The address of the identity provider is no web page')
  withoutAsking(() => window.location.assign(url))
}
