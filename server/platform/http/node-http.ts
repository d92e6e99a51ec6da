/** An import of node:http also loads fetch, which takes two MiB and which the server doesn't use. */
export const http = process.getBuiltinModule('node:http')
