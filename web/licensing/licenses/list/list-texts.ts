export const DIAGNOSE = 'Why doesn’t it work?'
export const NO_LICENSE_FOUND = 'No licenses found matching your search.'
