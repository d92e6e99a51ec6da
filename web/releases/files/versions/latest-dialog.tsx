import { useState } from 'react'
import * as z from 'zod/mini'
import { versionName } from '#contract/releases/downloads.ts'
import { NOT_COMPARABLE, isComparable, type Version } from '#contract/releases/files.ts'
import type { VersionImpact } from '#contract/releases/reach.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { useSetLatest } from '../api.ts'
import { FileFact, NotesPreview } from '../publish/release-facts.tsx'
import { SignerFact } from '../publish/signer-fact.tsx'
import { usePublicNote } from '../updates/public-channel.ts'
import { Warning, WithImpact, emailsText, offerText } from './impact.tsx'

type Props = { version: Version; latest: Version | undefined; onClose: () => void }

export function LatestDialog({ onClose, ...asked }: Props) {
  // Keeps what was asked for until it closes, even after the lists have changed.
  const [{ version, latest }] = useState(asked)
  const { mutateAsync } = useSetLatest()
  const save = async (_nothing: object, confirmed: Confirmation) => {
    await mutateAsync({ params: { id: version.id }, confirmed })
    onClose()
  }
  return (
    <Dialog
      title={`Set ${versionName(version)} as the latest?`}
      description="Customers get it first on the Downloads page, and update feeds offer it to devices on older versions."
      onClose={onClose}
    >
      <WithImpact version={version}>
        {(impact) => (
          <Form schema={z.object({})} onSubmit={save} submit="Set Latest" pending="Setting…" cancel={onClose}>
            <Consequences version={version} latest={latest} impact={impact} />
            <NotesPreview version={version} />
            <Obstacles version={version} latest={latest} />
          </Form>
        )}
      </WithImpact>
    </Dialog>
  )
}

type ConsequenceProps = Pick<Props, 'version' | 'latest'> & { impact: VersionImpact }

const Consequences = ({ version, latest, impact }: ConsequenceProps) => (
  <dl className="grid gap-3 sm:grid-cols-2">
    <Fact label="Replaces">{latest ? versionName(latest) : 'No version'}</Fact>
    <Fact label="Rollout">{version.rolloutPercent}% of devices</Fact>
    <Fact label="Offered as an update to">{version.hasFile ? offerText(version, impact.older) : 'No devices'}</Fact>
    <Fact label="Must update">{impact.minimumVersion ? `Versions below ${impact.minimumVersion}` : 'No versions'}</Fact>
    <Fact label="Email">{emailsText(impact)}</Fact>
    <FileFact {...version} />
    <SignerFact {...version} />
  </dl>
)

function Obstacles({ version, latest }: Pick<Props, 'version' | 'latest'>) {
  const { platform, hasFile } = version
  const publicNote = usePublicNote(version)
  return (
    <>
      {publicNote && <Alert tone="info">{publicNote}</Alert>}
      {!hasFile && <Warning>It has no file yet, so customers cannot download the latest version.</Warning>}
      {!isComparable(version.version) && <Warning>{NOT_COMPARABLE}.</Warning>}
      {latest && latest.platform !== platform && (
        <Warning>
          Update feeds switch from {latest.platform} to {platform}, for every device.
        </Warning>
      )}
    </>
  )
}
