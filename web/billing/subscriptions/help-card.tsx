import { useLocation } from 'wouter'
import { links } from '#web/app/links.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/page/card.tsx'

export function HelpCard() {
  const [, navigate] = useLocation()
  return (
    <Card title="Need Help" description="Answers to common questions, or a person who knows your account.">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => navigate(links.billingQuestions)}>Billing FAQ</Button>
        <Button onClick={() => navigate(links.contactSales)}>Contact Sales</Button>
      </div>
    </Card>
  )
}
