import { encode } from 'uqr'

/** Black on white in both themes: not every camera reads inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 2 })
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <figure aria-label={label}>
      <svg
        aria-hidden
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="mx-auto size-52 max-w-full rounded-lg border bg-white text-black"
      >
        <path fill="currentColor" d={squares.join('')} />
      </svg>
    </figure>
  )
}
