import type { ReactNode } from 'react'
import { updates } from '#contract/releases/updates.ts'
import { usePortal } from '#web/app/api/config.ts'
import { links } from '#web/app/links.ts'
import { showCopied, showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Card } from '#web/ui/page/card.tsx'

export const UpdateFeedsCard = () => (
  <Card
    title="Update Feeds"
    description={
      <>
        Each device has a folder. Its update token comes with the activation; the channel is <code>stable</code> or{' '}
        <code>beta</code>, for arm64 <code>stable-arm64</code> or <code>beta-arm64</code>.{' '}
        <a href={links.updateGuide} className="font-medium underline underline-offset-4">
          How to set up each updater
        </a>
      </>
    }
  >
    <PublicChannels />
    <div className="mb-2 flex items-center gap-1 rounded-md border bg-sunken py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 font-mono text-xs break-all">{folder}</code>
      <CopyAddress of="the folder" address={folder} />
    </div>
    <dl className="divide-y">
      {feeds.map(({ updaters, name, hint }) => (
        <div
          key={updaters}
          className="grid grid-cols-[minmax(0,1fr)_2.25rem] items-center gap-x-3 py-1.5 sm:grid-cols-[9.5rem_minmax(0,1fr)_2.25rem]"
        >
          <dt className="font-medium">{updaters}</dt>
          <dd className="col-start-1 text-[13px] text-fg2 sm:col-start-2">
            {name && <code className="mr-2 font-mono text-xs text-fg">{name}</code>}
            {hint}
          </dd>
          <dd className="col-start-2 row-span-2 row-start-1 flex min-h-9 items-center sm:col-start-3 sm:row-span-1">
            {name && <CopyAddress of={updaters} address={folder + name} />}
          </dd>
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

const CopyAddress = ({ of, address }: { of: string; address: string }) => (
  <CopyButton
    value={address}
    label={`Copy address for ${of}`}
    onCopied={() => showCopied('Address')}
    onFailed={showCopyFailed}
  />
)

/** With what a publisher fills in left open: '…/updates/{updateToken}/{channel}/'. */
const folder = location.origin + updates.manifest.url.replace(/[^/]+$/, '').replace(/:(\w+)/g, '{$1}')

/** `name`: of what the updater reads in the folder. Without it, the updater takes the folder. */
type Feed = { updaters: string; name?: string; hint?: ReactNode }

const nameIn = (url: string) => url.split('/')[4] ?? ''

const feeds: readonly Feed[] = [
  {
    updaters: 'electron-updater',
    hint: 'Takes the folder as its generic provider. It downloads only the blocks of an .exe that changed.',
  },
  { updaters: 'Velopack', hint: 'Takes the folder. Add the package of each version in the version’s menu.' },
  { updaters: 'AutoUpdater.NET', name: nameIn(updates.autoUpdater.url) },
  { updaters: 'NetSparkle, WinSparkle', name: nameIn(updates.appcast.url) },
  { updaters: 'winget upgrade', name: nameIn(updates.wingetInformation.url), hint: 'A REST source.' },
  { updaters: 'winget install', name: nameIn(updates.winget.url), hint: 'A manifest.' },
  {
    updaters: 'Your own',
    name: nameIn(updates.manifest.url),
    hint: 'With ?version= of what runs, it answers 204 when there is nothing newer.',
  },
]
