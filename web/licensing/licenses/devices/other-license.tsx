import { useState } from 'react'
import { Link } from 'wouter'
import { canMove } from '#contract/licensing/licenses.ts'
import { links } from '#web/app/links.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { useLicense } from '../api.ts'
import { MoveDialog } from './move-dialog.tsx'

type Props = {
  other: { id: string; label: string }
  onOpen: () => void
}

export function OtherLicense({ other, onOpen }: Props) {
  const { data } = useLicense(other.id)
  const [isMoving, setMoving] = useState(false)
  if (data && !data.deviceFingerprint) return <Alert>{other.label} is free now. Save to use the device here.</Alert>
  return (
    <Alert tone="warning">
      Already on <strong className="font-semibold">{other.label}</strong>:{' '}
      <Link href={links.license(other.id)} onClick={onOpen} className="font-medium underline underline-offset-4">
        Open
      </Link>
      {data && canMove(data) && (
        <>
          {' · '}
          <Button variant="link" size="inline" className="text-current underline" onClick={() => setMoving(true)}>
            Move here
          </Button>
        </>
      )}
      {data && isMoving && <MoveDialog license={data} onClose={() => setMoving(false)} />}
    </Alert>
  )
}
