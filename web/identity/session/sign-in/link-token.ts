import { useLayoutEffect, useState } from 'react'
import { setUrl, useUrlState } from '#web/app/url-state.ts'

/**
 * The token of a mailed link. It leaves the address at once, so that neither the history nor a copied address keeps it, and lives
 * on in this page until it is put away.
 */
export function useLinkToken(name: string) {
  const [given] = useUrlState(name)
  const [token, setToken] = useState(given)
  if (given && given !== token) setToken(given)

  useLayoutEffect(() => {
    if (given) setUrl({ [name]: null })
  }, [given, name])

  return [token, () => setToken('')] as const
}
