import { licenses } from '#contract/licensing/licenses.ts'

/** A first call to try a token with. */
export const curlWith = (token: string) =>
  `curl -H "Authorization: Bearer ${token}" ${window.location.origin}${licenses.list.url}`
