/** Safari zooms into a field with smaller text when it is touched, also in landscape. */
export const controlClass =
  'w-full rounded-md border border-input bg-card px-3 text-fg placeholder:text-fg2 disabled:opacity-60 ' +
  'focus-visible:outline-offset-0 aria-invalid:border-danger max-sm:text-base pointer-coarse:text-base'
