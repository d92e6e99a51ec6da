import { updates } from '#contract/releases/updates.ts'

type Feed = { updaters: string; hint?: string; address: string }

/** The address of a feed, with what a publisher fills in left open: '…/updates/{updateToken}/{channel}/latest.yml'. */
const addressOf = (url: string) => location.origin + url.replace(/:(\w+)/g, '{$1}')

/** Which feed each updater reads. */
export const feeds: readonly Feed[] = [
  {
    updaters: 'electron-updater',
    hint: 'Its generic provider takes the address without the file name.',
    address: addressOf(updates.electron.url),
  },
  { updaters: 'AutoUpdater.NET', address: addressOf(updates.autoUpdater.url) },
  { updaters: 'NetSparkle and WinSparkle', address: addressOf(updates.appcast.url) },
  { updaters: 'winget', address: addressOf(updates.winget.url) },
  {
    updaters: 'Your own',
    hint: 'With ?version= of what runs, it answers 204 when there is nothing newer.',
    address: addressOf(updates.manifest.url),
  },
]
