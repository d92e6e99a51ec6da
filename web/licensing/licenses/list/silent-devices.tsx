import { Link } from 'wouter'
import type { SilentReport } from '#contract/licensing/usage.ts'
import { links } from '#web/app/links.ts'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useSilentReport } from '../api.ts'
import type { LicenseFilter } from '../license-filter.ts'

type Counted = SilentReport['silent'][number]

/** Counts licenses whose devices have not checked in, or renders nothing. */
export function SilentDevices() {
  const silent = useSilentReport().data?.silent.filter(({ count }) => count > 0) ?? []
  if (silent.length === 0) return null
  return (
    <p className="mt-4 border-t pt-3 text-[13px] text-fg2">
      Not seen for{' '}
      {silent.map((counted, place) => (
        <span key={counted.days}>
          {place > 0 && ' · '}
          <SilentLink {...counted} isFirst={place === 0} />
        </span>
      ))}
    </p>
  )
}

/** '30+ days: 12', '60+: 4' */
const SilentLink = ({ days, count, isFirst }: Counted & { isFirst: boolean }) => (
  <Link
    href={links.silentLicenses(days)}
    className="inline-block min-h-6 font-medium whitespace-nowrap text-accent underline underline-offset-4"
  >
    {days}+{isFirst ? ' days' : <span className="sr-only"> days</span>}: {count.toLocaleString('en-US')}
  </Link>
)

/** Shown above the list of such licenses. */
export const SilentNote = ({ silent }: { silent: NonNullable<LicenseFilter['silent']> }) => (
  <div className="flex items-center gap-x-4 gap-y-2 border-t bg-sunken px-5 py-2.5 max-sm:flex-wrap">
    <p className="mr-auto min-w-0">
      <span className="font-medium">Not checked in for {silent} days.</span> Nothing is released automatically. Select
      the licenses you don’t need, then Release.
    </p>
    <Button size="small" onClick={() => setUrl({ silent: null })}>
      Show all licenses
    </Button>
  </div>
)
