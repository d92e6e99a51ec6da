import { Download } from 'lucide-react'
import { personalData } from '#contract/identity/personal-data.ts'
import { pathOf } from '#web/app/api/call.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Card } from '#web/ui/page/card.tsx'

export const EraseDialog = onDemand(async () => (await import('./erase-dialog.tsx')).EraseDialog)

export const PersonalDataLink = ({ id }: { id: string }) => (
  <a href={pathOf(personalData.read.url, { params: { id } })} download className={buttonClass({ size: 'small' })}>
    <Download aria-hidden />
    Download Personal Data
  </a>
)

export const OwnDataCard = () => (
  <Card
    title="Your Data"
    actions={
      <a href={personalData.readOwn.url} download className={buttonClass({ size: 'small' })}>
        Download your data
      </a>
    }
  >
    <p className="text-fg2">
      A JSON file with what the portal stores about you: your account, sessions, tickets, comments and activity.
    </p>
  </Card>
)
