import { vi } from 'vitest'

// A worker runs many test files. Before each, what vitest has loaded is forgotten, and with it the database and portal of the file before.
vi.resetModules()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
