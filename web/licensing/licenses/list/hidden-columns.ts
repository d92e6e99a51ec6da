import { useBrowserSetting } from '#web/app/lists/browser-setting.ts'

/** The columns that a user can hide. The version is hidden until it is chosen. */
export const optionalColumns = [
  { key: 'licenseKey', header: 'License Key' },
  { key: 'status', header: 'Status' },
  { key: 'deviceName', header: 'Device' },
  { key: 'billingStatus', header: 'Billing' },
  { key: 'lastCheckIn', header: 'Last Check-in' },
  { key: 'appVersion', header: 'Version' },
] as const
const FIRST = 'appVersion'

/** Remembered by the browser. */
export function useHiddenColumns() {
  const [value, save] = useBrowserSetting('license-columns')
  const hidden: ReadonlySet<string> = new Set((value ?? FIRST).split(','))
  return [hidden, (next: ReadonlySet<string>) => save([...next].join(','))] as const
}
