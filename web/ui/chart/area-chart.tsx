import { clsx } from 'clsx'
import { ChartData, type ChartProps, type Series } from './chart-data.tsx'
import { chartScale, pathThrough, type Place } from './chart-scale.ts'

/** A line chart that starts at zero. The picture stretches and its labels, which are HTML, do not. Screen readers get the table. */
export function AreaChart<Point>(props: ChartProps<Point>) {
  const { points, series, endsDashed = false, formatLine = String } = props
  const { top, lines } = chartScale(points.flatMap((point) => series.map(({ value }) => value(point))))
  const drawn = series.map((line) => ({ ...line, places: placesOf(points, line, top) }))
  return (
    <figure className="grid grid-cols-1 gap-3">
      <div aria-hidden className="grid h-48 grid-cols-[auto_1fr] grid-rows-[1fr_1rem] gap-x-2 gap-y-1.5">
        <Numbers lines={lines.map(formatLine)} />
        <div className="relative mt-2">
          <Picture lines={drawn} endsDashed={endsDashed} gridlines={lines.length - 1} />
          {drawn.map((line) => (
            <Dots key={line.name} {...props} line={line} />
          ))}
        </div>
        <Ticks {...props} />
      </div>
      <Legend series={series} />
      <ChartData {...props} />
    </figure>
  )
}

const placesOf = <Point,>(points: readonly Point[], { value }: Series<Point>, top: number): Place[] =>
  points.map((point, index) => ({
    x: ((index + 0.5) / points.length) * 100,
    y: 100 - (value(point) / top) * 100,
  }))

const Numbers = ({ lines }: { lines: string[] }) => (
  <div className="mt-2 flex flex-col justify-between text-right text-[11px] leading-none text-fg2">
    {lines.map((line) => (
      <span key={line} className="-my-1.5">
        {line}
      </span>
    ))}
  </div>
)

type DrawnLine = { name: string; color: string; isFilled?: boolean; places: Place[] }

type PictureProps = { lines: DrawnLine[]; gridlines: number; endsDashed: boolean }

const Picture = ({ lines, gridlines, endsDashed }: PictureProps) => (
  <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full overflow-visible">
    {Array.from({ length: gridlines + 1 }, (_, index) => (
      <path
        key={index}
        d={`M 0,${(index / gridlines) * 100} H 100`}
        stroke="var(--line)"
        vectorEffect="non-scaling-stroke"
      />
    ))}
    {lines.map(({ name, color, isFilled, places }) => (
      <g key={name}>
        {isFilled && (
          <path
            d={`M ${places[0]?.x},100 L ${pathThrough(places)} L ${places.at(-1)?.x},100 Z`}
            fill={color}
            opacity="0.18"
          />
        )}
        <Line color={color} places={endsDashed ? places.slice(0, -1) : places} />
        {endsDashed && <Line color={color} places={places.slice(-2)} isDashed />}
      </g>
    ))}
  </svg>
)

const Line = ({ color, places, isDashed = false }: { color: string; places: Place[]; isDashed?: boolean }) =>
  places.length > 0 && (
    <path
      d={`M ${pathThrough(places)}`}
      fill="none"
      stroke={color}
      strokeWidth="2"
      strokeDasharray={isDashed ? '4 4' : undefined}
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  )

function Dots<Point>({ points, name, format = String, line }: ChartProps<Point> & { line: Series<Point> & DrawnLine }) {
  return line.places.map(({ x, y }, index) => {
    const point = points[index]
    if (point === undefined) return null
    return (
      <span
        key={index}
        title={`${name(point)}: ${format(line.value(point))} ${line.name.toLowerCase()}`}
        className="absolute grid size-5 -translate-x-1/2 -translate-y-1/2 place-items-center"
        style={{ left: `${x}%`, top: `${y}%` }}
      >
        <i className="size-1.5 rounded-full forced-color-adjust-none" style={{ background: line.color }} />
      </span>
    )
  })
}

const Ticks = <Point,>({ points, tick }: ChartProps<Point>) => (
  <div className="col-start-2 flex text-center text-[11px] leading-4 text-fg2">
    {points.map((point, index) => (
      <span key={index} className={clsx('w-0 flex-1', index % 2 !== (points.length - 1) % 2 && 'max-sm:invisible')}>
        <span className="-mx-4 block">{tick(point)}</span>
      </span>
    ))}
  </div>
)

const Legend = <Point,>({ series }: Pick<ChartProps<Point>, 'series'>) => (
  <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-fg2">
    {series.map(({ name, color }) => (
      <span key={name} className="flex items-center gap-1.5">
        <i aria-hidden className="size-2.5 rounded-sm forced-color-adjust-none" style={{ background: color }} />
        {name}
      </span>
    ))}
  </figcaption>
)
