import { MailWarning } from 'lucide-react'
import { useMailVerification } from '#web/identity/account/api.ts'
import { Button } from '#web/ui/button/button.tsx'

/** Stays until the link in the email is opened. */
export function UnverifiedBanner({ email }: { email: string }) {
  const resend = useMailVerification()
  return (
    <aside
      aria-label="Email address not verified"
      className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warning-bg px-4 py-3 text-warning-fg"
    >
      <MailWarning aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60 wrap-break-word">
        <strong className="font-semibold">Not verified:</strong> open the link that we sent to {email} to confirm your
        address.
      </p>
      <Button size="small" className="text-fg" isPending={resend.isPending} onClick={() => resend.mutate({})}>
        Resend link
      </Button>
    </aside>
  )
}
