import { readCaller, areAlternating, type Caller } from '#server/licensing/devices/callers.ts'

type CloneFacts = { callers: string[] | null; returns: number; deviceFingerprint: string | null }

/** Describes the evidence that several computers alternate with one license's token, or returns nothing. */
export function describeClones({ callers, returns, deviceFingerprint }: CloneFacts) {
  const all = (callers ?? []).map(readCaller)
  if (all.length < 2 || !areAlternating(all, returns)) return undefined
  const foreign = all.find(({ foreignFingerprint }) => foreignFingerprint !== null)
  return foreign ? describeCopy(foreign) : describeTwins(all, deviceFingerprint)
}

const describeCopy = ({ deviceName, foreignFingerprint }: Caller) =>
  `A computer with the UUID ${foreignFingerprint} (${deviceName}) asks with this license’s token in turn with the one that has the license. It is refused. Either the disk was copied to another computer, or this one reports two UUIDs.`

function describeTwins(all: Caller[], deviceFingerprint: string | null) {
  const names = [...new Set(all.map(({ deviceName }) => deviceName))]
  const uuid = `All of them report the UUID ${deviceFingerprint}.`
  if (names.length > 1) return `Computers named ${list(names)} check in with this license in turn. ${uuid}`
  const versions = list(all.map(({ appVersion }) => appVersion ?? 'an unknown version'))
  return `${names[0]} checks in with ${versions} in turn. Either several computers of that name share the UUID ${deviceFingerprint}, or it runs several versions of the application.`
}

const MOST = 5
const list = (items: string[]) =>
  items.length > MOST
    ? `${items.slice(0, MOST).join(', ')} and ${items.length - MOST} more`
    : items.join(', ').replace(/, ([^,]*)$/, ' and $1')

export const SEPARATE_CLONES =
  'Cloned virtual machines and computers from one image share a UUID. On each clone: set a new BIOS UUID (or delete device-id.txt where there is one), delete the application’s license folder, and activate it with its own license. One computer with two Windows installations is no clone: give both the same name.'
