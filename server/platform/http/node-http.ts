/** An import of node:http also loads fetch, which takes several MiB and which the server doesn't use. */
export const http = process.getBuiltinModule('node:http')
