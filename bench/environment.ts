/** Without the settings of the shell, such as a MIGRATION_DATABASE_URL that would be migrated. */
export const bareEnvironment = () => {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME }
}
