import type { ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import { needsMfaSetup } from '#contract/user.ts'
import { useCurrentUser } from '#web/features/session/api.ts'
import { usePortal } from './config.ts'

/** Where staff turn on what `STAFF_MFA=required` asks of them: until then the server answers nothing else. */
const SETUP = '/account'

export function SetupGate({ children }: { children: ReactNode }) {
  const mustSetUp = needsMfaSetup(useCurrentUser(), usePortal()?.staffMfaRequired ?? false)
  const [path] = useLocation()
  return mustSetUp && path !== SETUP ? <Redirect to={SETUP} replace /> : children
}
