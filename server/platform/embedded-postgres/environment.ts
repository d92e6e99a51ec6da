/** PostgreSQL gets none of the server's secrets, no PG… variable of the operator, and speaks English, which is read here. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const language = { LC_ALL: 'C', TZ: 'UTC' }
  return process.platform === 'win32' ? { ...process.env, ...language } : { PATH: process.env.PATH, ...language }
}
