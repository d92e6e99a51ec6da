/**
 * What a computer says of itself when it checks in with a license's token. Two that share a device UUID and a copied state differ in
 * nothing else that the server sees, and three that agree in all of it cannot be told from one.
 */
export type Caller = {
  deviceName: string
  appVersion: string | null
  /** Its UUID, when that is not the one the license is bound to. */
  foreignFingerprint: string | null
}

/** How many are remembered of each license. */
export const CALLERS_KEPT = 32

/** Days within which changes back belong together. */
export const RETURN_DAYS = 7

/** Neither a name nor a version has a line break in it (contract/licensing/devices.ts). */
export const writeCaller = ({ deviceName, appVersion, foreignFingerprint }: Caller) =>
  [deviceName, appVersion ?? '', foreignFingerprint ?? ''].join('\n')

export function readCaller(text: string): Caller {
  const [deviceName = '', appVersion = '', foreignFingerprint = ''] = text.split('\n')
  return { deviceName, appVersion: appVersion || null, foreignFingerprint: foreignFingerprint || null }
}

/**
 * Do they take turns? Renaming a computer, new hardware or an update happens once, and once more when it is undone: only what changes
 * back again and again is another computer. Versions are put back and forth by hand, so they have to change back more often.
 */
export function takeTurns(callers: Caller[], returns: number) {
  const isVersionAlone = callers.every(
    (one) => one.deviceName === callers[0]?.deviceName && one.foreignFingerprint === callers[0].foreignFingerprint,
  )
  return returns >= (isVersionAlone ? 3 : 2)
}
