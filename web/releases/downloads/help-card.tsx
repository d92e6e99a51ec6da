import { BookOpen, CirclePlay, LifeBuoy } from 'lucide-react'
import { useLocation } from 'wouter'
import { links } from '#web/app/links.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/page/card.tsx'

const ways = [
  { Icon: BookOpen, label: 'Installation Guide', address: links.installationGuide },
  { Icon: CirclePlay, label: 'Video Tutorial', address: links.videoTutorial },
  { Icon: LifeBuoy, label: 'Contact Support', address: links.contactSupport },
]

export function HelpCard() {
  const [, navigate] = useLocation()
  return (
    <Card title="Need Help">
      <div className="grid gap-2">
        {ways.map(({ Icon, label, address }) => (
          <Button key={label} className="justify-start" onClick={() => navigate(address)}>
            <Icon aria-hidden />
            {label}
          </Button>
        ))}
      </div>
    </Card>
  )
}
