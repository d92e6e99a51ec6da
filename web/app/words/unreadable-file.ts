/** A file may be deleted, or its USB stick pulled out, after it was chosen. */
export const UNREADABLE_FILE = 'The file could not be read. Check that it is still there, and choose it again.'
