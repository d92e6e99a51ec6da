import { formatDate } from '#contract/dates.ts'
import type { FileFacts } from '#contract/releases/file-facts.ts'
import { applicationTypeOf } from '#contract/releases/file-names.ts'
import type { Version } from '#contract/releases/files.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Fact } from '#web/ui/page/fact.tsx'

/** The signer of the file, and what this portal does not verify. */
export function SignerFact({ fileName, fileFacts, hasFile }: Version) {
  if (!hasFile) return null
  const signature = fileFacts?.signature
  if (applicationTypeOf(fileName) !== '.exe') return <Fact label="Signer">Not read: only .exe files are</Fact>
  if (!signature) return <Fact label="Signer">{fileFacts ? 'Not signed' : 'Could not be read'}</Fact>
  return (
    <Fact label="Signer" className="sm:col-span-2">
      {signature.subject}
      <span className="block text-[13px] font-normal text-fg2">
        {signature.isValid ? 'The signature matches this file.' : 'The signature does not match this file.'} Issued by{' '}
        {signature.issuer}
        {signature.notAfter && `, valid until ${formatDate(signature.notAfter)}`}. The certificate’s chain, revocation
        and time stamp were not checked.
      </span>
      <code className="block font-mono text-xs font-normal break-all text-fg2">SHA-1 {signature.thumbprint}</code>
    </Fact>
  )
}

export const ProgramFact = ({ fileFacts }: Version) =>
  fileFacts && (
    <Fact label="The program says">
      {[fileFacts.productName, fileFacts.productVersion, fileFacts.machine].filter(Boolean).join(' · ')}
    </Fact>
  )

/** Contradictions between the file and the version. Installers are often 32-bit programs, so only arm64 is compared. */
export const FileWarnings = ({ version, fileFacts, architecture }: Version) =>
  fileFacts &&
  warningsOf(fileFacts, version, architecture).map((warning) => (
    <Alert key={warning} tone="warning">
      {warning}
    </Alert>
  ))

function warningsOf(
  { machine, productVersion, signature }: FileFacts,
  version: string,
  architecture: Version['architecture'],
) {
  return [
    ...(productVersion && !isSameVersion(productVersion, version)
      ? [`The program says version ${productVersion}, and you publish it as ${version}.`]
      : []),
    ...(machine === 'arm64' && architecture !== 'arm64'
      ? ['The program is for arm64 and does not start on x64 devices.']
      : []),
    ...(signature?.isValid === false ? ['The signature does not match this file. Windows will warn users.'] : []),
  ]
}

/** '4.3.0.0' is 4.3.0. */
const isSameVersion = (one: string, other: string) => plain(one) === plain(other)
const plain = (version: string) => version.trim().replace(/(\.0)+$/, '')
