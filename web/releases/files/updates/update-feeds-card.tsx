import { updates } from '#contract/releases/updates.ts'
import { usePortal } from '#web/app/api/config.ts'
import { showCopied, showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Card } from '#web/ui/page/card.tsx'

export const UpdateFeedsCard = () => (
  <Card
    title="Update Feeds"
    description={
      <>
        The update token comes with a device’s activation; the channel is <code>stable</code> or <code>beta</code>, and{' '}
        <code>stable-arm64</code> or <code>beta-arm64</code> for arm64 devices. How to set up each updater is in
        docs/integrate.md, which comes with this portal.
      </>
    }
  >
    <PublicChannels />
    <dl className="grid gap-4">
      {feeds.map(({ updaters, hint, address }) => (
        <div key={updaters}>
          <dt className="font-medium">{updaters}</dt>
          <dd className="mt-1 flex items-center gap-1 rounded-md border bg-sunken py-1 pr-1 pl-3">
            <code className="min-w-0 flex-1 font-mono text-xs break-all">{address}</code>
            <CopyButton
              value={address}
              label={`Copy address for ${updaters}`}
              onCopied={() => showCopied('Address')}
              onFailed={showCopyFailed}
            />
          </dd>
          {hint && <dd className="mt-1 text-[13px] text-fg2">{hint}</dd>}
        </div>
      ))}
    </dl>
  </Card>
)

function PublicChannels() {
  const channels = usePortal()?.publicChannels ?? []
  if (channels.length === 0) return null
  return (
    <div className="mb-4">
      <Alert>
        {channels.length === 1
          ? `The ${channels[0]} channel is public`
          : `The channels ${channels.join(' and ')} are public`}
        : an application without a license uses <code>public</code> as its update token.
      </Alert>
    </div>
  )
}

type Feed = { updaters: string; hint?: string; address: string }

/** The address of a feed, with what a publisher fills in left open: '…/updates/{updateToken}/{channel}/latest.yml'. */
const addressOf = (url: string) => location.origin + url.replace(/:(\w+)/g, '{$1}')

const feeds: readonly Feed[] = [
  {
    updaters: 'electron-updater',
    hint: 'Its generic provider takes the address without the file name.',
    address: addressOf(updates.electron.url),
  },
  { updaters: 'AutoUpdater.NET', address: addressOf(updates.autoUpdater.url) },
  { updaters: 'NetSparkle and WinSparkle', address: addressOf(updates.appcast.url) },
  {
    updaters: 'Velopack',
    hint: 'It takes the address without the file name.',
    address: addressOf(updates.velopack.url),
  },
  { updaters: 'winget', address: addressOf(updates.winget.url) },
  {
    updaters: 'Your own',
    hint: 'With ?version= of what runs, it answers 204 when there is nothing newer.',
    address: addressOf(updates.manifest.url),
  },
]
