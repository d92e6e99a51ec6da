export const inMegabytes = (bytes: number) => `${Math.floor(bytes / 1_048_576)} MB`

export const largerThan = (maxSize: number) => `The file is larger than ${inMegabytes(maxSize)}.`
