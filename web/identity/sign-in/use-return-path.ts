import { returnPath } from '#contract/identity/return-path.ts'
import { useUrlState } from '#web/app/url-state.ts'

/** The page from which the visitor was sent to sign in. */
export const useReturnPath = () => returnPath(useUrlState('next')[0])
