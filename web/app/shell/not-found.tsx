import { Link } from 'wouter'
import { buttonClass } from '#web/ui/button/button.tsx'
import { usePageHeading } from '#web/ui/page/page.tsx'

export function NotFound() {
  const heading = usePageHeading('404 Page Not Found')
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight">
        404 Page Not Found
      </h1>
      <p className="text-fg2">Check the address for typos. The page may also have moved.</p>
      <Link href="/" className={buttonClass({ variant: 'primary' })}>
        Go to the dashboard
      </Link>
    </div>
  )
}
