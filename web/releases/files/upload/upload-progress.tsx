import { formatSize } from '#contract/sizes.ts'
import { ProgressBar } from '#web/ui/chart/progress-bar.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { percentOf, timeLeft, type Pace } from './meter.ts'
import type { Upload } from './use-upload.ts'

/** How far a file is, and what can be done when it has stopped. */
export function UploadProgress({ upload }: { upload: Upload }) {
  if (upload.step === 'none') return null
  const { pace } = upload
  return (
    <div className="grid gap-2">
      <Bar pace={pace} isMoving={upload.step === 'sending'} />
      {upload.step === 'stopped' && (
        <Alert tone="warning">The upload stopped at {formatSize(pace.sent)}. Resume sends only what is missing.</Alert>
      )}
      {upload.step === 'sent' && <Alert tone="success">The file has arrived. It need not be sent again.</Alert>}
      {upload.step === 'sending' && <Announced pace={pace} />}
    </div>
  )
}

function Bar({ pace, isMoving }: { pace: Pace; isMoving: boolean }) {
  const { sent, total, speed } = pace
  const facts = [
    `${percentOf(pace)}%`,
    `${formatSize(sent)} of ${formatSize(total)}`,
    isMoving && speed !== undefined && `${formatSize(Math.round(speed))}/s`,
    isMoving && timeLeft(pace),
  ]
  return (
    <div className="grid gap-1.5">
      <ProgressBar label="Upload progress" value={sent} max={total} className="w-full" />
      <p className="text-[13px] text-fg2 tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
    </div>
  )
}

const QUARTER = 25

/** A screen reader hears of every quarter, not of every percent. */
const Announced = ({ pace }: { pace: Pace }) => (
  <output className="sr-only">{`${Math.floor(percentOf(pace) / QUARTER) * QUARTER}% uploaded`}</output>
)
