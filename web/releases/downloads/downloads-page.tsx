import { HardDrive, MemoryStick, Monitor, Wifi, BookOpen, CirclePlay, LifeBuoy } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { links } from '#web/app/links.ts'
import { HEADINGS } from '#web/app/words/headings.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { DownloadsCard } from './downloads-card.tsx'
import { GuideCard } from './guide-card.tsx'
import { ReleaseNotesCard } from './release-notes-card.tsx'

export const DownloadsPage = () => (
  <Page {...HEADINGS['/downloads']}>
    <GuideCard />
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid gap-5">
        <DownloadsCard />
        <ReleaseNotesCard />
      </div>
      <div className="grid gap-5">
        <RequirementsCard />
        <HelpCard />
      </div>
    </div>
  </Page>
)

const requirements = [
  { Icon: Monitor, text: 'Windows 10 or later (64-bit)' },
  { Icon: MemoryStick, text: '2 GB RAM minimum' },
  { Icon: HardDrive, text: '500 MB disk space' },
  { Icon: Wifi, text: 'Internet connection required' },
]

const RequirementsCard = () => (
  <Card title="System Requirements">
    <ul className="grid gap-3">
      {requirements.map(({ Icon, text }) => (
        <li key={text} className="flex items-center gap-3">
          <Icon aria-hidden className="size-4 shrink-0 text-fg2" />
          {text}
        </li>
      ))}
    </ul>
    <p className="mt-3 text-[13px] text-fg2">
      To download, activate and check in. A device that is never online works with a{' '}
      <Link href="/offline" className="text-accent underline underline-offset-4">
        license file
      </Link>
      .
    </p>
  </Card>
)

const ways = [
  { Icon: BookOpen, label: 'Installation Guide', address: links.installationGuide },
  { Icon: CirclePlay, label: 'Video Tutorial', address: links.videoTutorial },
  { Icon: LifeBuoy, label: 'Contact Support', address: links.contactSupport },
]

function HelpCard() {
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
      <p className="mt-3 text-[13px] text-fg2">
        Video Tutorial lists the documents tagged “video”. They are texts, and may link to a video.
      </p>
    </Card>
  )
}
