/** The server cannot start for a reason its operator can remove: main prints the sentence and exits 1, without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
