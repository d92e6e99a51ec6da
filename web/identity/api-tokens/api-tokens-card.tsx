import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { formatAgo, formatDate, formatInstant } from '#contract/dates.ts'
import { TOKEN_PREFIX, type ApiToken } from '#contract/identity/api-tokens.ts'
import { countOf } from '#contract/quantities.ts'
import { links } from '#web/app/links.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { useApiTokens, useRevokeToken } from './api.ts'
import { curlWith } from './curl.ts'

const NewTokenDialog = onDemand(async () => (await import('./new-token-dialog.tsx')).NewTokenDialog)

/** ?add=api-token opens the dialog. */
export function ApiTokensCard() {
  const tokens = useApiTokens()
  const [revoked, setRevoked] = useState<ApiToken | null>(null)
  const [adding] = useUrlState('add')
  return (
    <Card title="API tokens" description={<About />} flush actions={<NewButton />}>
      <Loaded query={tokens} failure={notLoaded('the API tokens')} skeleton={<SkeletonRows rows={2} />}>
        {(rows) => (
          <Table
            label="List of API tokens"
            rows={rows}
            columns={columnsFor(setRevoked)}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            empty={<NoTokens />}
            footer={countOf(rows.length, 'API token')}
          />
        )}
      </Loaded>
      {adding === 'api-token' && <NewTokenDialog onClose={() => setUrl({ add: null })} />}
      {revoked && <RevokeDialog token={revoked} onClose={() => setRevoked(null)} />}
    </Card>
  )
}

/** The documentation is a page outside the web app, so the browser loads it. */
const About = () => (
  <>
    Let programs use the portal.{' '}
    <a href={links.developers} className="font-medium underline underline-offset-4">
      How to call the API
    </a>
  </>
)

const NewButton = () => (
  <Button {...intent(NewTokenDialog)} onClick={() => setUrl({ add: 'api-token' }, { replace: false })}>
    <Plus aria-hidden />
    New API Token
  </Button>
)

const NoTokens = () => (
  <Empty icon={KeyRound}>
    No API tokens yet. Create one, then call the API with it:
    <code className="mt-2 block font-mono text-xs break-all">{curlWith(`${TOKEN_PREFIX}…`)}</code>
  </Empty>
)

const columnsFor = (onRevoke: (token: ApiToken) => void): Column<ApiToken>[] => [
  { key: 'name', header: 'Name', grow: 45, phone: 'title', cell: (token) => <NameCell {...token} /> },
  {
    key: 'scopes',
    header: 'Permissions',
    grow: 55,
    cell: ({ scopes }) => <Truncate text={scopes.join(', ')} className="text-[13px]" />,
  },
  {
    key: 'lastUsedAt',
    header: 'Last used',
    phone: 'hidden',
    cell: ({ lastUsedAt }) => <DateText value={lastUsedAt} format={formatAgo} full={formatInstant} absent="Never" />,
  },
  { key: 'expiresAt', header: 'Expires', phone: 'line', cell: (token) => <Expiry {...token} /> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    phone: 'note',
    cell: (token) => (
      <Button size="small" aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
        Revoke
      </Button>
    ),
  },
]

/** Colleagues share a list, so it names the owner. */
const NameCell = ({ name, hint, owner }: ApiToken) => (
  <span className="block min-w-0">
    <Truncate text={name} className="font-medium" />
    <span className="block text-[13px] font-normal text-fg2">
      <code className="font-mono text-xs">
        {TOKEN_PREFIX}…{hint}
      </code>{' '}
      · {owner.name}
    </span>
  </span>
)

const Expiry = ({ isExpired, expiresAt }: ApiToken) =>
  isExpired ? (
    <Badge tone="warning">Expired</Badge>
  ) : (
    <span>
      <span className="sm:hidden">Expires </span>
      <DateText value={expiresAt} format={formatDate} full={formatInstant} />
    </span>
  )

function RevokeDialog({ token: { id, name }, onClose }: { token: ApiToken; onClose: () => void }) {
  const { mutateAsync } = useRevokeToken()
  return (
    <ConfirmDialog
      title={`Revoke “${name}”?`}
      description="Programs that use this token stop working immediately. This cannot be undone."
      confirm="Revoke"
      pending="Revoking…"
      onConfirm={(confirmed) => mutateAsync({ params: { id }, confirmed })}
      onClose={onClose}
    />
  )
}
