import type { Benchmark } from './benchmark.ts'
import { request } from './request.ts'
import { openAdminSessions } from './sessions.ts'

type Screen = { name: string; path: `/${string}`; expect: string[] }

const byAdmin = ({ name, path, expect }: Screen): Benchmark => ({
  name,
  floor: 'select',
  connections: [8],
  prepare: async (db) =>
    (await openAdminSessions(db)).map(({ number, cookie }) =>
      request(`GET ${path}`, { number, headers: { cookie }, expect }),
    ),
})

/** The first screens of staff, which add up and search what all customers have. */
export const staffScreens = [
  byAdmin({ name: 'staff-dashboard', path: '/api/dashboard', expect: ['"totalOrganizations":', '"alerts":['] }),
  byAdmin({ name: 'all-licenses', path: '/api/licenses?limit=100', expect: ['"licenseKey":'] }),
  byAdmin({ name: 'license-usage', path: '/api/licenses/usage', expect: ['"active":'] }),
  byAdmin({ name: 'silent-devices', path: '/api/licenses/silent', expect: ['"silent":['] }),
  byAdmin({ name: 'overview', path: '/api/overview', expect: ['"health":[', '"months":['] }),
]
