import type { Examples, World } from '#server/domain/example-world.ts'
import { releaseChanged } from './letters.ts'

export function releaseExamples({ config, reader, words }: World): Examples<'release-changed'> {
  const release = {
    config,
    to: reader.email,
    firstName: reader.firstName,
    by: words('Sipho Molefe'),
    platform: words('Windows'),
    version: '4.4.0',
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    rolloutPercent: 25,
  }
  return {
    'release-changed': {
      Published: releaseChanged({ ...release, event: 'published' }),
      'Published before its file': releaseChanged({ ...release, event: 'published', sha256: null }),
      'File added': releaseChanged({ ...release, event: 'file-added' }),
      Activated: releaseChanged({ ...release, event: 'activated' }),
      'The latest version': releaseChanged({ ...release, event: 'latest' }),
    },
  }
}
