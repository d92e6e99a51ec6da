import type { Channel } from '#contract/releases/channels.ts'
import { versionName } from '#contract/releases/downloads.ts'
import type { Version } from '#contract/releases/files.ts'
import type { VersionImpact } from '#contract/releases/reach.ts'
import { emailsText, offerText, organizationsText, reachText } from '../versions/impact.tsx'

import { usePublicNote } from '../updates/public-channel.ts'

type Plan = { channel: Channel; isLatest: boolean; isLater: boolean }
type Props = { version: Version; latest: Version | undefined; impact: VersionImpact; plan: Plan; percent: string }

/** Says what the button does, and changes with the fields above. */
export function Outcome(props: Props) {
  const { channel, isLatest, isLater } = props.plan
  const note = usePublicNote({ channel, rolloutPercent: Number(props.percent) || 0 })
  const isOffered = isLatest || channel === 'beta'
  return (
    <section aria-label="What will happen" aria-live="polite" className="rounded-lg bg-sunken px-4 py-3">
      <h3 className="mb-1 font-medium">{isLater ? 'At that time' : 'Now'}</h3>
      <ul className="grid list-disc gap-1 pl-5 marker:text-fg2">
        {outcomesOf(props, isOffered ? note : undefined).map((outcome) => (
          <li key={outcome}>{outcome}</li>
        ))}
      </ul>
    </section>
  )
}

const outcomesOf = (props: Props, publicNote: string | undefined) => [
  downloadsText(props),
  updatesText(props),
  ...(publicNote ? [publicNote] : []),
  ...minimumText(props),
  `Email: ${emailsText(props.impact)}.`,
]

function downloadsText({ version, impact, latest, plan }: Props) {
  const organizations = organizationsText(impact.organizations)
  if (!plan.isLatest) return `${organizations} can download it under “Other versions”.`
  return `${organizations} get it first on the Downloads page${latest && latest.id !== version.id ? `, in place of ${versionName(latest)}` : ''}.`
}

const shareText = (percent: string) =>
  percent === '100' ? 'all devices' : `about ${Number(percent) || 0}% of the devices`

function updatesText({ version, impact, plan, percent }: Props) {
  if (plan.channel === 'beta')
    return `Update feeds offer it to ${shareText(percent)} on the beta channel. How many these are is not known. Devices on older versions: ${reachText(impact.older)}.`
  if (!plan.isLatest) return 'Update feeds do not offer it on the stable channel until it is the latest.'
  const offer = offerText({ version: version.version, rolloutPercent: Number(percent) || 0 }, impact.older)
  return `Update feeds offer it to: ${offer}.`
}

const minimumText = ({ impact }: Props) =>
  impact.minimumVersion ? [`Versions below ${impact.minimumVersion} must update.`] : []
