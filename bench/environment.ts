/** Only PATH and HOME: a MIGRATION_DATABASE_URL of the shell would be migrated. */
export const bareEnvironment = () => {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME }
}
