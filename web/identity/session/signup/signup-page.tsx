import { useState } from 'react'
import { Link } from 'wouter'
import type { RegistrationForm } from '#contract/identity/session.ts'
import { Brand } from '#web/app/navigation/brand.tsx'
import { usePageHeading } from '#web/ui/page/page.tsx'
import { AccountStep } from './account-step.tsx'
import { Stepper } from './stepper.tsx'
import { SubmittedStep } from './submitted-step.tsx'
import { TermsStep } from './terms-step.tsx'

type Step = 1 | 2 | 3

/** Three steps; going back keeps what was entered. Nothing is sent before the terms are accepted. */
export function SignupPage() {
  const heading = usePageHeading('Sign up')
  const [step, setStep] = useState<Step>(1)
  const [account, setAccount] = useState<RegistrationForm>()

  const next = (entered: RegistrationForm) => {
    setAccount(entered)
    setStep(2)
  }

  return (
    <main className="mx-auto grid min-h-dvh max-w-2xl content-start gap-6 px-4 py-8 sm:py-12">
      <Brand />
      <h1 ref={heading} tabIndex={-1} className="text-2xl leading-8 font-semibold tracking-tight">
        Create your account
      </h1>
      <Stepper step={step} />
      {step === 1 && <AccountStep entered={account} onNext={next} />}
      {step === 2 && account && (
        <TermsStep account={account} onPrevious={() => setStep(1)} onSubmitted={() => setStep(3)} />
      )}
      {step === 3 && <SubmittedStep />}
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
