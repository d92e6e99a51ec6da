import { clsx } from 'clsx'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { RegistrationForm, User } from '#contract/identity/session.ts'
import { Brand } from '#web/app/parts/brand.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { watchDroppedFiles } from '#web/ui/page/dropped-files.ts'
import { usePageHeading } from '#web/ui/page/page.tsx'
import { forgetDraft, readDraft } from './sign-up-draft.ts'
import { AccountStep, TermsStep } from './steps.tsx'

type Step = 1 | 2 | 3

/** Three steps; going back keeps what was entered, a reload all but the password. Nothing is sent before the terms are accepted. */
export function SignupPage() {
  const heading = usePageHeading('Sign up')
  const [step, setStep] = useState<Step>(1)
  const [account, setAccount] = useState<RegistrationForm>()
  const [user, setUser] = useState<User>()
  useEffect(watchDroppedFiles, [])

  const next = (entered: RegistrationForm) => {
    setAccount(entered)
    setStep(2)
  }
  const finish = (user: User) => {
    forgetDraft()
    setUser(user)
    setStep(3)
  }

  return (
    <main className="mx-auto grid min-h-dvh max-w-2xl content-start gap-6 px-4 py-8 sm:py-12">
      <Brand />
      <h1 ref={heading} tabIndex={-1} className="text-2xl leading-8 font-semibold tracking-tight">
        Create your account
      </h1>
      <Stepper step={step} />
      {step === 1 && <AccountStep entered={account ?? readDraft()} onNext={next} />}
      {step === 2 && account && <TermsStep account={account} onPrevious={() => setStep(1)} onSubmitted={finish} />}
      {step === 3 && user && <SubmittedStep {...user} />}
      {step < 3 && <SignInInstead />}
    </main>
  )
}

const SignInInstead = () => (
  <p className="text-center text-fg2">
    Already have an account?{' '}
    <Link href="/auth" className="font-medium text-accent underline underline-offset-4">
      Sign in here
    </Link>
  </p>
)

const stepNames = ['Account', 'Terms', 'Done']

const Stepper = ({ step }: { step: number }) => (
  <ol className="flex items-center gap-3 text-[13px]">
    {stepNames.map((name, place) => (
      <li
        key={name}
        aria-current={place + 1 === step ? 'step' : undefined}
        className={clsx('flex flex-1 items-center gap-2 border-t-2 pt-2', place < step ? 'border-accent' : 'text-fg2')}
      >
        <span className="font-semibold">{place + 1}</span>
        {name}
      </li>
    ))}
  </ol>
)

function SubmittedStep({ email, status }: Pick<User, 'email' | 'status'>) {
  const [, navigate] = useLocation()
  const isActive = status === 'active'
  return (
    <Card title="Registration Submitted">
      <div className="grid justify-items-center gap-4 py-4 text-center">
        <CircleCheck aria-hidden className="size-10 text-success" />
        <p className="max-w-prose text-fg2">
          {isActive
            ? 'Thank you. Your account is active, and you are signed in.'
            : 'Thank you. Your account is pending approval: our sales team will contact you by email to discuss licensing and activate your account, usually within one business day.'}
        </p>
        <p className="max-w-prose wrap-break-word">
          We sent an email to <strong className="font-semibold">{email}</strong>. Open the link in it to confirm your
          address. If it doesn’t arrive, look in your spam folder.
        </p>
        <Button variant="primary" onClick={() => navigate(isActive ? '/' : '/auth')}>
          {isActive ? 'Go to Dashboard' : 'Go to Login Page'}
        </Button>
      </div>
    </Card>
  )
}
