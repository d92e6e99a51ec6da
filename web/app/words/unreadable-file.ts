export const UNREADABLE_FILE = 'The file could not be read. Check that it is still there, and choose it again.'
