import { returnPath } from '#contract/identity/return-path.ts'
import { useUrlState } from '#web/app/url-state.ts'

export const useReturnPath = () => returnPath(useUrlState('next')[0])
