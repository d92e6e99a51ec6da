import type { LicenseFilter } from '#contract/licensing/licenses.ts'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useCanChangeLicenses } from '../api.ts'

export const SilentNote = ({ silent }: { silent: NonNullable<LicenseFilter['silent']> }) => (
  <div className="flex items-center gap-x-4 gap-y-2 border-t bg-sunken px-5 py-2.5 max-sm:flex-wrap">
    <p className="mr-auto min-w-0">
      <span className="font-medium">Not checked in for {silent} days.</span> Nothing is released automatically.
      {useCanChangeLicenses() && ' Select the licenses you don’t need, then Release.'}
    </p>
    <Button size="small" onClick={() => setUrl({ silent: null })}>
      Show all licenses
    </Button>
  </div>
)
