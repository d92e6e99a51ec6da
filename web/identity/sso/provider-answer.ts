import * as z from 'zod/mini'
import { SSO_PATH } from '#contract/identity/return-path.ts'
import { SSO_EXPIRED, SsoAnswer } from '#contract/identity/sso.ts'

export const PROVIDER_REFUSED = 'Your organization’s identity provider refused the sign-in.'

type ProviderAnswer = { answer: SsoAnswer; refusal?: never } | { refusal: string; answer?: never }

/** Anyone can write the query, so only the code of an error is shown, and never its description. */
export function readProviderAnswer({ pathname, search }: Pick<Location, 'pathname' | 'search'>): ProviderAnswer {
  const given = Object.fromEntries(new URLSearchParams(search))
  if (given.error !== undefined)
    return {
      refusal: /^[a-z_]{1,40}$/.test(given.error) ? `${PROVIDER_REFUSED} Code: ${given.error}` : PROVIDER_REFUSED,
    }
  const { data } = z.safeParse(SsoAnswer, { ...given, organizationId: pathname.slice(`${SSO_PATH}/`.length) })
  return data ? { answer: data } : { refusal: SSO_EXPIRED }
}
