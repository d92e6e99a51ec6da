import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const reasonToSkip = spawnSync('python3', ['--version']).status === 0 ? '' : ' (skipped: python3 is not installed)'

const run = async (program: string) => {
  const { stdout } = await promisify(execFile)('python3', ['-c', program], { cwd: import.meta.dirname })
  return stdout.trim().split('\n')
}

const CONFIGURATIONS = `
from latchkey.client import Client
from latchkey.license_file import assert_keys
key = 'A' * 43 + '='
for configure in (
    lambda: Client('https://'),
    lambda: Client('https:portal.example.com'),
    lambda: Client('portal.example.com'),
    lambda: Client('https://host:abc'),
    lambda: Client('https://host:99999'),
    lambda: Client('https://my server'),
    lambda: assert_keys({'k1 ': key}),
    lambda: assert_keys({'': key}),
    lambda: assert_keys({'k1': key[:-1]}),
):
    try:
        configure()
        print('accepted')
    except ValueError as error:
        print(error)
portal = Client('https://portal.example.com/latchkey//?from=docs')
print(portal.update_feed('T', 'stable'))
print(portal.update_feed('\\ud800', 'stable'))
`

const TWO_STARTS = `
import threading
from latchkey.client import Client, Device
from latchkey.licensing import Licensing
from latchkey.state import State
class Store:
    def read(self): return State()
    def write(self, state): pass
    def lock(self): return threading.Lock()
licensing = Licensing(Client('http://127.0.0.1:9'), Store(), Device('PC', 'PC', 'W'), {'k1': 'A' * 43 + '='})
before = threading.active_count()
licensing.start()
licensing.start()
print(threading.active_count() - before)
`

describe.skipIf(reasonToSkip)(`the Python client${reasonToSkip}`, { timeout: 30_000 }, () => {
  test('refuses a configuration that cannot work, and drops a query from the address', async () => {
    const lines = await run(CONFIGURATIONS)
    expect(lines).toEqual([
      "'https://' isn't a valid server address. Use a URL such as https://portal.example.com.",
      "'https:portal.example.com' isn't a valid server address. Use a URL such as https://portal.example.com.",
      "'portal.example.com' isn't a valid server address. Use a URL such as https://portal.example.com.",
      "'https://host:abc' isn't a valid server address. Use a URL such as https://portal.example.com.",
      "'https://host:99999' isn't a valid server address. Use a URL such as https://portal.example.com.",
      "'https://my server' isn't a valid server address. Use a URL such as https://portal.example.com.",
      "Public key 'k1 ' has an invalid id. GET /api/device/keys lists the ids.",
      "Public key '' has an invalid id. GET /api/device/keys lists the ids.",
      "Public key 'k1' isn't 32 bytes in base64. GET /api/device/keys lists the keys of your server.",
      'https://portal.example.com/latchkey/updates/T/stable/',
      'https://portal.example.com/latchkey/updates/%3F/stable/',
    ])
  })

  test('looks in one thread, however often it is started', async () => {
    expect(await run(TWO_STARTS)).toEqual(['1'])
  })
})
