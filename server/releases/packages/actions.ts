import { createHash } from 'node:crypto'
import { isComparable } from '#contract/releases/files.ts'
import {
  HAS_PACKAGE,
  NOT_A_PACKAGE_NUMBER,
  otherNumber,
  PACKAGE_TYPE,
  type ReleasePackage,
} from '#contract/releases/packages.ts'
import type { Database } from '#server/database/database.ts'
import { lockSignedIn, type Caller } from '#server/identity/public.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { badRequest, conflict, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { CheckedUpload, Objects } from '#server/platform/storage/objects.ts'
import { findVersion, lockVersion, type StoredVersion } from '#server/releases/files/queries.ts'
import { semverOf } from '#server/releases/updates/feeds/version-number.ts'
import { readNuspec } from './nuspec.ts'
import { findPackageOf, upsertPackage } from './queries.ts'

type PackageUpload = { id: string; fileUrl: string }

/** Checks the package before the transaction that claims it, which may take minutes. */
export async function addPackage(
  platform: Platform,
  actor: Actor,
  publisher: Caller,
  { id, fileUrl }: PackageUpload,
): Promise<ReleasePackage> {
  const { db, objects } = platform
  const shown = await findVersion(db, id)
  if (!shown) throw notFound('Version')
  const upload = await objects.check({
    url: fileUrl,
    userId: publisher.id,
    purpose: 'application',
    fileName: PACKAGE_TYPE,
  })
  const facts = await factsOf(objects, upload, shown)
  return db.transaction(async (tx) => {
    await lockSignedIn(tx, publisher)
    const before = await lockReceiver(tx, id)
    const { id: objectId, size, sha256 } = await objects.claim(tx, upload)
    if (before) await objects.release(tx, before.objectId)
    await upsertPackage(tx, { versionId: id, objectId, ...facts })
    await audit(tx, actor, {
      action: before ? 'version.package-replaced' : 'version.package-added',
      subject: { kind: 'version', id },
      changes: { fileName: [before?.fileName ?? null, facts.fileName], sha256: [null, sha256] },
    })
    return {
      versionId: id,
      packageId: facts.packageId,
      fileName: facts.fileName,
      size: size ?? 0,
      sha256: sha256 ?? '',
    }
  })
}

async function factsOf(objects: Objects, upload: CheckedUpload, { version }: StoredVersion) {
  const number = isComparable(version) ? semverOf(version) : undefined
  if (!number) throw badRequest(NOT_A_PACKAGE_NUMBER)
  const { id: packageId, version: inside } = await readNuspec(objects, upload)
  if (inside !== number) throw badRequest(otherNumber(inside, number))
  return { packageId, fileName: `${packageId}-${number}-full${PACKAGE_TYPE}`, sha1: await sha1Of(objects, upload) }
}

/** Earlier releases of Velopack know no other checksum. */
async function sha1Of(objects: Objects, { key }: CheckedUpload) {
  const hash = createHash('sha1')
  for await (const chunk of await objects.read(key)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** The package to replace. A published one is never replaced. */
async function lockReceiver(tx: Database, id: string) {
  const version = await lockVersion(tx, id)
  if (!version) throw notFound('Version')
  const before = await findPackageOf(tx, id)
  if (before && (version.publishedAt || version.publishAt)) throw conflict(HAS_PACKAGE)
  return before
}
