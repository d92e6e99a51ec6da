import path from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { createLocalStorage } from './local-storage.ts'
import type { Storage } from './storage.ts'

/** The files alone, without their records. The client of a bucket is large, so only a portal with a bucket loads it. */
export async function openStorage({ s3, ...local }: Pick<Config, 's3' | 'dataDirectory'>): Promise<Storage> {
  if (!s3) return openLocalStorage(local)
  const { createS3Storage } = await import('./s3-storage.ts')
  return createS3Storage(s3)
}

export const openLocalStorage = ({ dataDirectory }: Pick<Config, 'dataDirectory'>) =>
  createLocalStorage(path.join(dataDirectory, 'objects'))
