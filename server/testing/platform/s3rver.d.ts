declare module 's3rver' {
  type Options = {
    address: string
    port: number
    directory: string
    silent: boolean
    allowMismatchedSignatures?: boolean
    configureBuckets: { name: string; configs: [] }[]
  }
  /** A bucket server for tests. It does not check signatures. */
  export default class S3rver {
    constructor(options: Options)
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}
