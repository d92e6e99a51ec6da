import { ENROLLMENT_PROPERTY } from '#contract/licensing/enrollment-keys.ts'
import { tellCopied, tellCopyFailed } from '#web/app/words/copy-toasts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'

type Props = { enrollmentKey: string; onDone: () => void }

export const ShownKey = ({ enrollmentKey, onDone }: Props) => (
  <div className="grid gap-4">
    <Secret label="Enrollment key" what="Enrollment key" value={enrollmentKey} />
    <Secret
      label="Command for a silent installation"
      what="Command"
      value={`msiexec /i Setup.msi /qn ${ENROLLMENT_PROPERTY}=${enrollmentKey}`}
    />
    <p className="text-fg2">
      Run the command on each device, or add it to the tool that distributes your software. The key gives access to your
      free licenses and seats: pause or delete it here when the rollout is done.
    </p>
    <Button variant="primary" className="justify-self-end" ref={focusOnShow} onClick={onDone}>
      Done
    </Button>
  </div>
)

const Secret = ({ label, what, value }: { label: string; what: string; value: string }) => (
  <div className="grid gap-1.5">
    <span className="font-medium">{label}</span>
    <span className="flex items-center gap-1 rounded-md border bg-sunken py-0.5 pr-1 pl-3">
      <code className="min-w-0 flex-1 py-1 font-mono text-[13px] break-all">{value}</code>
      <CopyButton
        value={value}
        label={`Copy ${what.toLowerCase()}`}
        onCopied={() => tellCopied(what)}
        onFailed={tellCopyFailed}
      />
    </span>
  </div>
)
