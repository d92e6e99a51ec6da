import { useMutation } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { returnPath, SSO_PATH } from '#contract/identity/return-path.ts'
import { sso, type SsoAnswer } from '#contract/identity/sso.ts'
import { serverMessage } from '#web/app/api/api-error.ts'
import { call } from '#web/app/api/call.ts'
import { changeUser } from '#web/app/api/query-client.ts'
import { WELCOME_BACK } from '#web/identity/session/api.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { usePageHeading } from '#web/ui/page/page.tsx'
import { readProviderAnswer } from './provider-answer.ts'

/** Where identity providers send people back. The code works once, so it is sent once. */
export function SsoPage() {
  const [{ answer, refusal }] = useState(() => readProviderAnswer(window.location))
  const failure = useFinishSso(answer)
  const heading = usePageHeading('Single sign-on')
  const problem = refusal ?? failure
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="grid w-full max-w-[400px] gap-5">
        <h1 ref={heading} tabIndex={-1} className="text-center text-2xl leading-8 font-semibold tracking-tight">
          Single sign-on
        </h1>
        <Card>
          <div className="grid gap-4">
            {problem ? <Alert tone="danger">{problem}</Alert> : <Alert>Signing you in…</Alert>}
            <Link href="/auth" className={buttonClass({ variant: problem ? 'primary' : 'outline' })}>
              Back to sign-in
            </Link>
          </div>
        </Card>
      </div>
    </main>
  )
}

/** Returns why it failed. Neither the history nor a copied address keeps the code. */
function useFinishSso(answer: SsoAnswer | undefined) {
  const [failure, setFailure] = useState<string>()
  const { mutate } = useMutation({
    mutationFn: (body: SsoAnswer) => call(sso.signIn, { body }),
    onSuccess: ({ user, next }) => {
      changeUser(user)
      navigate(returnPath(next) ?? '/', { replace: true })
    },
    onError: (error) => setFailure(serverMessage(error) ?? 'You could not be signed in. Please start again.'),
    meta: { success: WELCOME_BACK },
  })
  const isSent = useRef(false)
  useLayoutEffect(() => navigate(SSO_PATH, { replace: true }), [])
  useEffect(() => {
    if (!answer || isSent.current) return
    isSent.current = true
    mutate(answer)
  }, [answer, mutate])
  return failure
}
