const ENVIRONMENT = `Environment
  LATCHKEY_SERVER   the address of the portal, such as https://portal.example.com
  LATCHKEY_TOKEN    an API token: lk_…. It is read from the environment only.
  HTTPS_PROXY       a proxy, such as http://proxy.example.com:8080 (Node.js 22.21+ or 24.5+)`

const GENERAL = `  --server URL      the portal, in place of LATCHKEY_SERVER
  --wait SECONDS    how long to try again when the portal cannot be reached (default 60)
  --json            print one JSON document, also for failures: {"error": {"message": …}}
  -h, --help        show this help`

const EXIT_CODES = `Exit codes
  0   done
  1   refused: the same call would be refused again
  2   not decided (no network, a fault of the server, too many calls): try again later
  64  the command was called wrongly
  70  another failure`

export const USAGE = `Publishes releases and manages licenses of a Latchkey portal, for builds and scripts.

  latchkey <command> [options]

Commands
  release publish FILE   upload a file, write its notes and publish it as a version
  release list           list the versions
  license list           list licenses
  license create         create licenses (--label)
  license revoke ID…     revoke licenses
  enrollment list        list enrollment keys
  enrollment create      say where to create an enrollment key
  customer list          list customers

Options
${GENERAL}
  --version         show the version of this command

${ENVIRONMENT}

${EXIT_CODES}

latchkey <command> --help shows the options of a command.`

const page = (command: string, about: string, options: string, scopes: string) => `${about}

  latchkey ${command}

Options
${options}${options && '\n'}${GENERAL}

${ENVIRONMENT}
  The token needs: ${scopes}

${EXIT_CODES}`

const LIMIT = '  --limit N         at most N rows (default: all)'

export const PAGES = {
  'release publish': page(
    'release publish FILE --version 2.4.1 [options]',
    `Uploads FILE (.exe, .msi or .zip) and publishes it as a version. An upload that breaks off continues.
After a failure, run the same command again: it continues with the draft that is there.`,
    `  --version X           the version, such as 2.4.1 (required)
  --channel NAME        stable (default) or beta
  --rollout N           of 100 devices, how many are offered the update (default 100)
  --platform NAME       default Windows
  --architecture NAME   any (default), x64 or arm64
  --notes FILE          release notes: Markdown, or JSON as the API takes it
  --minimum-version X   applications older than this must update
  --latest              customers get this version first
  --at TIME             publish at this time: 2026-12-01T08:00:00+02:00
  --draft               leave a draft, and print where an admin publishes it
  --replace-draft       delete a draft of this version that has another file
  --name NAME           the file name that customers see (default: the name of FILE)

Notes in Markdown
  # Title               the title; without it 'Version X'
  Text below it         the description
  ## New features       list items are the new features (also: New, Added)
  ## Improvements       … the improvements (also: Improved, Changed)
  ## Bug fixes          … the bug fixes (also: Fixes, Fixed)

`,
    `uploads:write, releases:read, releases:write, and releases:publish unless --draft`,
  ),
  'release list': page(
    'release list [options]',
    'Lists the newest 1000 versions, drafts too, newest first.',
    LIMIT,
    'releases:read',
  ),
  'license list': page(
    'license list [options]',
    'Lists the licenses of your organization; of all organizations if you are an admin.',
    `  --search TEXT     label, key or device
  --status NAME     active, inactive, revoked, unassigned or assigned
${LIMIT}`,
    'licenses:read',
  ),
  'license create': page(
    'license create --label TEXT [options]',
    'Creates licenses within the seats that are paid for, all or none.',
    `  --label TEXT              the label (required); {n} is the place of the number
  --count N                 how many, up to 500 (default 1)
  --description TEXT        a description
  --organization ID         the organization, if you are an admin
  --idempotency-key TEXT    with the same key, a second run within a day creates no more`,
    'licenses:write',
  ),
  'license revoke': page(
    'license revoke ID… [options]',
    'Shows the licenses with these ids or keys, asks, and revokes them.',
    '  -y, --yes         do not ask; needed where no one can answer',
    'licenses:read, licenses:write',
  ),
  'enrollment list': page('enrollment list [options]', 'Lists the enrollment keys.', LIMIT, 'licenses:read'),
  'enrollment create': page(
    'enrollment create',
    `Prints where a signed-in administrator creates an enrollment key. A key gives devices access, so the portal asks for
a confirmation that a program cannot give.`,
    '',
    'nothing',
  ),
  'customer list': page(
    'customer list [options]',
    'Lists the customers of the vendor, by name. For staff.',
    `  --search TEXT     name, address or a person
  --status NAME     active, pending or suspended
${LIMIT}`,
    'customers:read',
  ),
} as const

export type CommandName = keyof typeof PAGES
