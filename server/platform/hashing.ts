import { hash, randomBytes } from 'node:crypto'

/** 256 random bits as 43 URL-safe characters. Store only its `sha256`. */
export const newToken = () => randomBytes(32).toString('base64url')

/** By way of a string, because Node.js takes twice as long to return a buffer. */
export const sha256 = (content: string | Buffer) => Buffer.from(hash('sha256', content, 'binary'), 'binary')
