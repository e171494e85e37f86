/** What a chart shows. */
export type ChartKind = 'bar' | 'line' | 'pie'

/**
 * The values of one series, one for each category: canonical decimals ("12.50"), so that tables are exact; null = there
 * is none.
 */
interface ChartSeries {
  readonly name: string
  readonly values: readonly (string | null)[]
}

export interface ChartData {
  /** Along the axis, or the slices of a pie. */
  readonly categories: readonly string[]
  /** A pie shows the first one. */
  readonly series: readonly ChartSeries[]
}

/** Nothing to draw: no category, or zeros only. */
export const isEmpty = ({ categories, series }: ChartData): boolean =>
  categories.length === 0 || series.every(({ values }) => values.every((value) => Number(value) === 0))
