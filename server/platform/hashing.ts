import { hash, randomBytes } from 'node:crypto'

/** 256 random bits as 43 URL-safe characters. Store only its `sha256`. */
export const newToken = () => randomBytes(32).toString('base64url')

export const sha256 = (content: string | Buffer) => hash('sha256', content, 'buffer')
