/**
 * Facts that a computer sends with a license's token. Clones that share the UUID and the copied state differ only in these; clones that
 * agree in all cannot be distinguished.
 */
export type Caller = {
  deviceName: string
  appVersion: string | null
  foreignFingerprint: string | null
}

export const CALLERS_KEPT = 32

/** Days within which alternations count together. */
export const RETURN_DAYS = 7

/** Names and versions contain no line breaks (contract/licensing/devices.ts). */
export const writeCaller = ({ deviceName, appVersion, foreignFingerprint }: Caller) =>
  [deviceName, appVersion ?? '', foreignFingerprint ?? ''].join('\n')

export function readCaller(text: string): Caller {
  const [deviceName = '', appVersion = '', foreignFingerprint = ''] = text.split('\n')
  return { deviceName, appVersion: appVersion || null, foreignFingerprint: foreignFingerprint || null }
}

/**
 * Whether callers alternate. Renaming, new hardware or an update changes the caller once, or twice if undone; only repeated alternation
 * means another computer. Versions are switched by hand, so they need more alternations.
 */
export function areAlternating(callers: Caller[], returns: number) {
  const isVersionAlone = callers.every(
    (one) => one.deviceName === callers[0]?.deviceName && one.foreignFingerprint === callers[0].foreignFingerprint,
  )
  return returns >= (isVersionAlone ? 3 : 2)
}
