/** A problem the operator can solve: main prints the sentence and exits with 1, without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
