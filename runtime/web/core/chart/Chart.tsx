/**
 * A chart of a module: bars, lines or a pie, with its data as a table beside it, in the theme and the language of the
 * page.
 */
import { Button, HTMLTable } from '@blueprintjs/core'
import { Chart as ChartIcon, Th } from '@blueprintjs/icons'
import { useId, useMemo, useState, type ReactNode } from 'react'
import { formatDecimal } from '../../../protocol/index.ts'
import { useLanguage } from '../i18n/language.ts'
import { lazyComponent } from '../loading/lazy-component.tsx'
import './chart.css'
import { isEmpty, type ChartData, type ChartKind } from './chart-data.ts'
import type { DrawingProps } from './Drawing.tsx'
import { textOfValue, type ChartFormats } from './options.ts'
import { useT } from './texts.ts'

export interface ChartProps {
  readonly kind: ChartKind
  /** What it shows: the heading, and the name of the table. */
  readonly title: string
  /** Null = not loaded yet. */
  readonly data: ChartData | null
  /** Why it could not be loaded; null = it could, or is being loaded. */
  readonly error?: unknown
  readonly retry?: () => void
  /** The heading of the categories in the table. */
  readonly category: string
  /** The unit of the numbers beside the axis. */
  readonly unit?: string
  /** A value in full; without, grouped digits. */
  readonly formatValue?: (text: string) => string
  readonly formatAxis?: (value: number) => string
  readonly formatCategory?: (name: string) => string
  /** Instead of a chart of zeros. */
  readonly empty?: string
  /** Choices of what is shown, beside the heading. */
  readonly controls?: ReactNode
}

/** The chart library loads with the first chart that has something to draw. */
const Drawing = lazyComponent<DrawingProps>(
  async () => (await import('./Drawing.tsx')).Drawing,
  () => <div className="tw-chart-drawing" aria-hidden />,
)

export function Chart({ title, data, error, retry, empty, unit, controls, ...props }: ChartProps) {
  const t = useT()
  const heading = useId()
  const [isTable, setIsTable] = useState(false)
  const hasData = data !== null && !isEmpty(data)
  return (
    <section className="tw-chart" aria-labelledby={heading}>
      <div className="tw-chart-head">
        <h2 id={heading}>{title}</h2>
        {controls}
        {hasData && (
          <Button
            variant="minimal"
            size="small"
            icon={isTable ? <ChartIcon /> : <Th />}
            aria-label={t(isTable ? 'show-chart' : 'show-table')}
            data-tip={t(isTable ? 'show-chart' : 'show-table')}
            onClick={() => setIsTable(!isTable)}
          />
        )}
      </div>
      {hasData ? (
        <Content {...props} title={title} data={data} unit={unit ?? ''} isTable={isTable} />
      ) : (
        <div className="tw-chart-note" role="status" aria-busy={data === null && !error}>
          {data !== null && <span>{empty ?? t('empty')}</span>}
          {data === null && Boolean(error) && (
            <>
              <span>{t('failed')}</span>
              {retry && <Button variant="outlined" size="small" text={t('retry')} onClick={retry} />}
            </>
          )}
        </div>
      )}
    </section>
  )
}

interface ContentProps extends Pick<
  ChartProps,
  'kind' | 'title' | 'category' | 'formatValue' | 'formatAxis' | 'formatCategory'
> {
  readonly data: ChartData
  readonly unit: string
  readonly isTable: boolean
}

function Content({
  kind,
  title,
  data,
  category,
  unit,
  isTable,
  formatValue,
  formatAxis,
  formatCategory,
}: ContentProps) {
  const language = useLanguage()
  const formats = useMemo((): ChartFormats => {
    const plain = (text: string): string => formatDecimal(text, 0, language)
    return {
      value: formatValue ?? plain,
      axis: formatAxis ?? ((value) => plain(String(value))),
      category: formatCategory ?? ((name) => name),
    }
  }, [formatValue, formatAxis, formatCategory, language])
  return (
    <>
      {!isTable && (
        <>
          <div className="tw-chart-legend" aria-hidden>
            {unit && <span>{unit}</span>}
            {kind !== 'pie' &&
              data.series.map(({ name }, index) => (
                <span key={name}>
                  <i data-series={index + 1} />
                  {name}
                </span>
              ))}
          </div>
          <Drawing kind={kind} data={data} formats={formats} />
        </>
      )}
      <div className={isTable ? 'tw-chart-table' : 'tw-visually-hidden'}>
        <HTMLTable compact striped>
          <caption className="tw-visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{category}</th>
              {data.series.map(({ name }) => (
                <th key={name} scope="col" className="cell-number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.categories.map((name, index) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {data.series.map((series) => (
                  <td key={series.name} className="cell-number">
                    {textOfValue(series.values[index], formats)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </div>
    </>
  )
}
