import { CircleCheck } from 'lucide-react'
import { useLocation } from 'wouter'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/page/card.tsx'

export function SubmittedStep() {
  const [, navigate] = useLocation()
  return (
    <Card title="Registration Submitted">
      <div className="grid justify-items-center gap-4 py-4 text-center">
        <CircleCheck aria-hidden className="size-10 text-success" />
        <p className="max-w-prose text-fg2">
          Thank you. Your account is pending approval: our sales team will contact you by email to discuss licensing and
          activate your account.
        </p>
        <Button variant="primary" onClick={() => navigate('/auth')}>
          Go to Login Page
        </Button>
      </div>
    </Card>
  )
}
