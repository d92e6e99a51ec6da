import { VIEWING_HEADER } from '#contract/endpoint.ts'
import { VIEWING_ENDED } from '#contract/errors.ts'
import type { CurrentUser } from '#contract/identity/session.ts'
import { withoutAsking } from '#web/ui/dialog/unload.ts'
import { ApiError } from './api-error.ts'

/** The view as a customer that this page shows. */
let shown: CurrentUser | null = null

export const setViewing = (user: CurrentUser | null) => void (shown = user)

export const isViewing = () => Boolean(shown?.viewing)

export const viewingHeader = (): Record<string, string> =>
  shown?.viewing ? { [VIEWING_HEADER]: shown.viewing.id } : {}

let placeAfter = '/'

/** Where staff go when the view ends. Set by the banner, so that the sign-in loads no navigation. */
export const setPlaceAfterView = (address: string) => void (placeAfter = address)

/** The page shows a customer's data, and its dialogs would now act with the rights of staff. */
export function leaveEndedViewing(error: unknown) {
  if (error instanceof ApiError && error.code === VIEWING_ENDED) withoutAsking(() => window.location.assign(placeAfter))
}
