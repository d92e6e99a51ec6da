import { Link } from 'wouter'
import { useUrlState } from '#web/app/url-state.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function AuthTabs() {
  const [tab, setTab] = useUrlState('tab', { fallback: 'sign-in', push: true })
  return (
    <Tabs
      even
      label="Sign in or sign up"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'sign-in', label: 'Sign In', content: <SignIn /> },
        { value: 'sign-up', label: 'Sign Up', content: <SignUp /> },
      ]}
    />
  )
}

const SignIn = () => (
  <Card>
    <SignInForm />
  </Card>
)

const SignUp = () => (
  <Card>
    <div className="grid gap-4">
      <p className="text-fg2">
        Register your organization in three short steps. Our sales team reviews every registration and contacts you by
        email.
      </p>
      <Link href="/signup" className={buttonClass({ variant: 'primary' })}>
        Create an account
      </Link>
    </div>
  </Card>
)
