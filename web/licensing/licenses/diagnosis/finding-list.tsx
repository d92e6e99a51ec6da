import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { Finding } from '#contract/licensing/diagnosis.ts'
import type { Opened } from '../opened-license.ts'
import { FindingFix } from './finding-fix.tsx'

type Outcome = Finding['outcome']

const looks: Record<Outcome, { Icon: LucideIcon; word: string; colour: string }> = {
  passed: { Icon: CircleCheck, word: 'Passed', colour: 'text-success-fg' },
  failed: { Icon: CircleAlert, word: 'Failed', colour: 'text-danger-fg' },
  warning: { Icon: TriangleAlert, word: 'Warning', colour: 'text-warning-fg' },
  skipped: { Icon: CircleMinus, word: 'Not looked at', colour: 'text-fg2' },
}

type Props = { licenseId: string; findings: Finding[]; onOpen: (opened: Opened) => void }

/** The rules in the order they are asked. What comes after the one that decided has not been looked at. */
export const FindingList = ({ licenseId, findings, onOpen }: Props) => (
  <ul aria-label="Rules" className="grid gap-3">
    {findings.map((finding) => (
      <li key={finding.question} className="flex gap-3">
        <OutcomeIcon outcome={finding.outcome} />
        <div className="min-w-0 flex-1">
          <p className={clsx(finding.outcome === 'skipped' ? 'text-fg2' : 'font-medium')}>{finding.question}</p>
          {finding.detail && <p className="text-fg2 wrap-anywhere">{finding.detail}</p>}
          {finding.fix && <p className="mt-1 wrap-anywhere">{finding.fix}</p>}
          {isWrong(finding) && <FindingFix licenseId={licenseId} code={finding.code} onOpen={onOpen} />}
        </div>
      </li>
    ))}
  </ul>
)

const isWrong = ({ outcome }: Finding) => outcome === 'failed' || outcome === 'warning'

function OutcomeIcon({ outcome }: { outcome: Outcome }) {
  const { Icon, word, colour } = looks[outcome]
  return (
    <span className="flex h-5 items-center">
      <Icon aria-hidden className={clsx('size-4', colour)} />
      <span className="sr-only">{word}:</span>
    </span>
  )
}
