/** The outline keeps a color visible that equals the background. */
export const ColorDot = ({ color }: { color: string }) => (
  <span
    aria-hidden
    className="inline-block size-2.5 shrink-0 rounded-full ring-1 ring-line forced-color-adjust-none"
    style={{ backgroundColor: color }}
  />
)
