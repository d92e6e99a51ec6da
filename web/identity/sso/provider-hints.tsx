const PROVIDERS = [
  {
    name: 'Microsoft Entra ID',
    issuer: 'https://login.microsoftonline.com/TENANT-ID/v2.0',
    steps: 'App registrations → New registration → Web. The client secret is a value under Certificates & secrets.',
  },
  {
    name: 'Okta',
    issuer: 'https://YOUR-ORG.okta.com',
    steps: 'Applications → Create App Integration → OIDC → Web Application. Assign your people to it.',
  },
  {
    name: 'Google Workspace',
    issuer: 'https://accounts.google.com',
    steps: 'Google Auth Platform → Clients → Create client → Web application. Make the audience internal.',
  },
  {
    name: 'Keycloak',
    issuer: 'https://YOUR-HOST/realms/REALM',
    steps: 'Clients → Create client, with client authentication. People need a verified email address.',
  },
]

export const ProviderHints = () => (
  <details className="text-[13px]">
    <summary className="w-fit cursor-pointer rounded font-medium">Where to find these</summary>
    <dl className="mt-2 grid gap-3 rounded-lg border px-4 py-3">
      {PROVIDERS.map(({ name, issuer, steps }) => (
        <div key={name} className="grid gap-0.5">
          <dt className="font-medium">{name}</dt>
          <dd>
            <code className="font-mono break-all">{issuer}</code>
          </dd>
          <dd className="text-fg2">{steps}</dd>
        </div>
      ))}
    </dl>
  </details>
)
