import type * as z from 'zod/mini'
import type { Decision } from '#contract/licensing/devices.ts'
import type { LicenseFileOrder, MadeFile, OfflineRequestContent } from '#contract/licensing/license-files.ts'
import type { Database } from '#server/database/database.ts'
import { bind } from '#server/licensing/devices/activation/activation.ts'
import { decide, knownEnd } from '#server/licensing/devices/decision/decision.ts'
import { isKnown, type LicenseFacts } from '#server/licensing/devices/decision/queries.ts'
import { offlineTimes, type FileTimes } from '#server/licensing/devices/decision/times.ts'
import type { DeviceContext } from '#server/licensing/devices/device-context.ts'
import { makeLicenseFile } from '#server/licensing/devices/license-file.ts'
import { sign, type Answer } from '#server/licensing/devices/signed-answer.ts'
import { readLicense, type Target } from '#server/licensing/licenses/actions.ts'
import { bindOffline } from '#server/licensing/licenses/binding/offline.ts'
import { keepOffline } from '#server/licensing/licenses/binding/queries.ts'
import { hashLicenseKey } from '#server/licensing/licenses/license-key.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict, notFound, unavailable } from '#server/platform/http/errors.ts'

const CHANGED = 'This license is changing at the moment. Please try again.'

/** Activates on behalf of a device without internet and creates the file for `days`. Refusals are signed as usual. */
export async function answerRequest(
  context: DeviceContext,
  actor: Actor,
  request: OfflineRequestContent,
  days: number,
): Promise<Answer & { file?: MadeFile }> {
  // A person brought the request, which counts like typing the key.
  const asking = { ...request, appVersion: undefined, reason: 'typed' } as const
  const { license, loss, decision } = await bind(context, actor, asking)
  if (!license) return { decision }
  const fingerprint = request.deviceFingerprint
  const times = offlineTimes(license.now, days, knownEnd(license))
  if (decision.valid) await keepFile(context.db, actor, { license, fingerprint, times })
  const answer = await sign(context, { license, loss, decision, fingerprint }, times)
  if (!decision.valid || !answer.licenseFile) return answer
  return { ...answer, file: present({ license, fingerprint, times }, answer.licenseFile) }
}

type FileOrder = { license: LicenseFacts; fingerprint: string; times: FileTimes }

/** Recorded before signing, so that a later revocation covers every file. */
const keepFile = (db: Database, actor: Actor, made: FileOrder) =>
  db.transaction(async (tx) => {
    if (!(await keepOffline(tx, made.license, made.times.graceUntil))) throw unavailable(CHANGED, 1)
    await auditFile(tx, actor, made)
  })

/** Creates an offline file ordered by a person and reserves the license for the device. */
export async function makeFile(
  context: DeviceContext,
  actor: Actor,
  target: Target,
  { deviceFingerprint: fingerprint, deviceName, ttlDays }: z.output<typeof LicenseFileOrder>,
): Promise<MadeFile> {
  const found = await factsOf(context, target)
  refuseStopped(decide(found, { fingerprint }))
  const times = offlineTimes(found.now, ttlDays, knownEnd(found))
  const license = await context.db.transaction(async (tx) => {
    const device = { deviceFingerprint: fingerprint, deviceName, until: times.graceUntil }
    const bound = { ...found, ...deviceOf(await bindOffline(tx, actor, target, device)) }
    await auditFile(tx, actor, { license: bound, fingerprint, times })
    return bound
  })
  const decided = { license, code: 'VALID', fingerprint, nonce: null } as const
  return present({ license, fingerprint, times }, await makeLicenseFile(context, decided, times))
}

async function factsOf({ db, factsByKey }: DeviceContext, target: Target) {
  const { licenseKey } = await readLicense(db, target)
  const found = await factsByKey(hashLicenseKey(licenseKey))
  if (!isKnown(found)) throw notFound('License')
  return found
}

const STOPPED: Decision['code'][] = ['SUBSCRIPTION_ENDED', 'SUBSCRIPTION_OVERDUE', 'INACTIVE']

/** Refuses if no device could run. The reservation checks the device. */
function refuseStopped({ code, detail }: Decision) {
  if (STOPPED.includes(code)) throw conflict(detail)
}

type Device = Pick<LicenseFacts, 'fingerprintKey' | 'deviceFingerprint' | 'deviceName'>

const deviceOf = ({ fingerprintKey, deviceFingerprint, deviceName }: Device): Device => ({
  fingerprintKey,
  deviceFingerprint,
  deviceName,
})

const auditFile = (tx: Database, actor: Actor, { license, fingerprint, times }: FileOrder) =>
  audit(tx, actor, {
    action: 'license.file-created',
    organizationId: license.organizationId,
    subject: { kind: 'license', id: license.id },
    changes: { fileDevice: [null, fingerprint], fileExpiresAt: [null, times.expiresAt] },
  })

function present({ license, fingerprint, times }: FileOrder, licenseFile: string): MadeFile {
  const { id: licenseId, label } = license
  return {
    fileName: fileNameOf({ label, licenseId }),
    licenseFile,
    licenseId,
    label,
    deviceFingerprint: fingerprint,
    issuedAt: license.now.toISOString(),
    expiresAt: times.expiresAt,
    graceUntil: times.graceUntil,
  }
}

const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Cf}]/gu
/** Windows reserves these device names, whatever the extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const LONGEST = 80

function fileNameOf({ label, licenseId }: Pick<MadeFile, 'label' | 'licenseId'>) {
  const safe = label
    .replace(FORBIDDEN, '-')
    .slice(0, LONGEST)
    .toWellFormed()
    .replace(/^[\s.]+|[\s.\uFFFD]+$/g, '')
  const isReadable = /[\p{L}\p{N}]/u.test(safe) && !RESERVED.test(safe)
  return `${isReadable ? safe : licenseId}.lic`
}
