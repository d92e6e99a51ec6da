import { ScrollBox } from '#web/ui/table/scroll-box.tsx'

export type Series<Point> = { name: string; color: string; value: (point: Point) => number; isFilled?: boolean }

export type ChartProps<Point> = {
  label: string
  points: readonly Point[]
  series: readonly Series<Point>[]
  heading: string
  name: (point: Point) => string
  tick: (point: Point) => string
  /** The last point is not complete, so the line to it is dashed. */
  endsDashed?: boolean
  format?: (value: number) => string
  formatLine?: (value: number) => string
}

export const ChartData = <Point,>({ label, points, series, heading, name, format = String }: ChartProps<Point>) => (
  <details className="text-[13px]">
    <summary className="w-fit cursor-pointer rounded-sm font-medium text-accent underline-offset-4 hover:underline">
      Show data
    </summary>
    <ScrollBox label={label} className="mt-2 rounded-lg border">
      <table aria-label={label} className="w-full">
        <thead>
          <tr className="border-b text-left text-xs text-fg2">
            <th scope="col" className="px-3 py-2 font-medium">
              {heading}
            </th>
            {series.map(({ name: words }) => (
              <th key={words} scope="col" className="px-3 py-2 text-right font-medium">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {points.map((point, index) => (
            <tr key={index}>
              <th scope="row" className="px-3 py-1.5 text-left font-normal">
                {name(point)}
              </th>
              {series.map(({ name: words, value }) => (
                <td key={words} className="px-3 py-1.5 text-right">
                  {format(value(point))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  </details>
)
