/** The line around it keeps a color in sight that is the ground's own. */
export const ColorDot = ({ color }: { color: string }) => (
  <span
    aria-hidden
    className="inline-block size-2.5 shrink-0 rounded-full ring-1 ring-line"
    style={{ backgroundColor: color }}
  />
)
