import { HardDrive, MemoryStick, Monitor, Wifi } from 'lucide-react'
import { Card } from '#web/ui/page/card.tsx'

const requirements = [
  { Icon: Monitor, text: 'Windows 10 or later (64-bit)' },
  { Icon: MemoryStick, text: '2 GB RAM minimum' },
  { Icon: HardDrive, text: '500 MB disk space' },
  { Icon: Wifi, text: 'Internet connection required' },
]

export const RequirementsCard = () => (
  <Card title="System Requirements">
    <ul className="grid gap-3">
      {requirements.map(({ Icon, text }) => (
        <li key={text} className="flex items-center gap-3">
          <Icon aria-hidden className="size-4 shrink-0 text-fg2" />
          {text}
        </li>
      ))}
    </ul>
  </Card>
)
