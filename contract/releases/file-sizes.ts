export const inMegabytes = (bytes: number) => `${Math.floor(bytes / 1_048_576)} MB`

export const EMPTY_FILE = 'The file is empty.'

export const largerThan = (maxSize: number) => `The file is larger than ${inMegabytes(maxSize)}.`
