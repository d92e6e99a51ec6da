import { Page } from '#web/ui/page/page.tsx'
import { DownloadsCard } from './downloads-card.tsx'
import { GuideCard } from './guide-card.tsx'
import { HelpCard } from './help-card.tsx'
import { ReleaseNotesCard } from './release-notes-card.tsx'
import { RequirementsCard } from './requirements-card.tsx'

export const DownloadsPage = () => (
  <Page title="Downloads" description="The application for your Windows devices.">
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
