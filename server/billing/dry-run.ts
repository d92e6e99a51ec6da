class DryRun<Result> extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('Rolled back: a preview')
    this.result = result
  }
}

/**
 * Runs a transaction that passes its effects to `end`, which rolls it back, and returns them. A separate calculation could differ from the
 * real change.
 */
export async function dryRun<Result>(run: (end: (result: Result) => never) => Promise<never>): Promise<Result> {
  const end = (result: Result): never => {
    throw new DryRun(result)
  }
  try {
    return await run(end)
  } catch (error) {
    if (error instanceof DryRun) return error.result as Result
    throw error
  }
}
