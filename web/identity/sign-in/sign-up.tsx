import { Link } from 'wouter'
import { buttonClass } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/page/card.tsx'

export const SignUp = () => (
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
