import type { ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import { needsMfaSetup } from '#contract/identity/user.ts'
import { usePortal } from '#web/app/api/config.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'

/** Where staff turn on what `STAFF_MFA=required` asks of them: until then the server answers nothing else. */
const SETUP = '/account'

export function SetupGate({ children }: { children: ReactNode }) {
  const mustSetUp = needsMfaSetup(useCurrentUser(), usePortal()?.staffMfaRequired ?? false)
  const [path] = useLocation()
  return mustSetUp && path !== SETUP ? <Redirect to={SETUP} replace /> : children
}
