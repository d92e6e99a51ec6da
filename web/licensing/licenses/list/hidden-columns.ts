import { useBrowserSetting } from '#web/app/lists/browser-setting.ts'

export const optionalColumns = [
  { key: 'licenseKey', header: 'License Key' },
  { key: 'status', header: 'Status' },
  { key: 'deviceName', header: 'Device' },
  { key: 'billingStatus', header: 'Billing' },
  { key: 'lastCheckIn', header: 'Last Check-in' },
  { key: 'appVersion', header: 'Version' },
] as const
const FIRST = 'appVersion'

export function useHiddenColumns() {
  const [value, save] = useBrowserSetting('license-columns')
  const hidden: ReadonlySet<string> = new Set((value ?? FIRST).split(','))
  return [hidden, (next: ReadonlySet<string>) => save([...next].join(','))] as const
}
