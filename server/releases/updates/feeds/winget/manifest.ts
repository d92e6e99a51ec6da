import { unsuitable, type Feed, type Situation } from '#server/releases/updates/feeds/feed.ts'
import { yamlOf } from '#server/releases/updates/feeds/yaml.ts'
import { packageOf } from './package.ts'

/** A singleton manifest for 'winget install --manifest'. Schema: aka.ms/winget-manifest.singleton.1.6.0.schema.json */
export async function wingetFeed(situation: Situation): Promise<Feed> {
  const found = packageOf(situation)
  if (found.refusal !== undefined) throw unsuitable(found.refusal)
  const { identifier, version, locale, releaseDate, installers } = found
  const manifest = {
    PackageIdentifier: identifier,
    PackageVersion: version,
    ...locale,
    ReleaseDate: releaseDate,
    Installers: installers,
    ManifestType: 'singleton',
    ManifestVersion: '1.6.0',
  }
  return { type: 'application/yaml; charset=utf-8', body: await yamlOf(manifest) }
}
