/** The charts of the display. Each is drawn anew only when its own figures change. */
import { memo, useMemo } from 'react'
import { Chart, formatDecimal, useLanguage } from 'tablewright/web'
import type { Period } from '../../shared/dashboard.ts'
import { useT } from '../texts.ts'

interface ChartProps {
  readonly periods: readonly Period[]
  /** Null = the periods are years. */
  readonly year: number | null
}

const textOf = (count: number | null): string | null => (count === null ? null : String(count))

/** Months are two figures everywhere, so that the axis has room for all of them. */
function useCategories(periods: readonly Period[], year: number | null) {
  return useMemo(
    () => periods.map(({ period }) => (year === null ? String(period) : String(period).padStart(2, '0'))),
    [periods, year],
  )
}

/** Alarms that were none count apart. */
export const AlarmsChart = memo(function AlarmsChart({ periods, year }: ChartProps) {
  const t = useT()
  const categories = useCategories(periods, year)
  const data = useMemo(
    () => ({
      categories,
      series: [
        {
          name: t('true-alarms'),
          values: periods.map(({ alarms, false_alarms }) =>
            textOf(alarms === null ? null : alarms - (false_alarms ?? 0)),
          ),
        },
        { name: t('false-alarms'), values: periods.map(({ false_alarms }) => textOf(false_alarms)) },
      ],
    }),
    [categories, periods, t],
  )
  return (
    <Chart
      kind="bar"
      title={year === null ? t('by-year') : t('by-month', { year })}
      category={t(year === null ? 'year' : 'month')}
      data={data}
      unit={t('count')}
      empty={t('empty')}
    />
  )
})

export const WorkChart = memo(function WorkChart({ periods, year }: ChartProps) {
  const t = useT()
  const categories = useCategories(periods, year)
  const data = useMemo(
    () => ({
      categories,
      series: [
        { name: t('hazards-found'), values: periods.map(({ hazards }) => textOf(hazards)) },
        { name: t('inspections-done'), values: periods.map(({ inspections }) => textOf(inspections)) },
      ],
    }),
    [categories, periods, t],
  )
  return (
    <Chart
      kind="line"
      title={year === null ? t('work-by-year') : t('work-by-month', { year })}
      category={t(year === null ? 'year' : 'month')}
      data={data}
      unit={t('count')}
      empty={t('empty')}
    />
  )
})

/** In units of ten thousand yuan. */
export const BudgetChart = memo(function BudgetChart({ periods, year }: ChartProps) {
  const t = useT()
  const language = useLanguage()
  const categories = useCategories(periods, year)
  const data = useMemo(
    () => ({
      categories,
      series: [
        { name: t('planned'), values: periods.map(({ planned_wan }) => planned_wan) },
        { name: t('spent'), values: periods.map(({ spent_wan }) => spent_wan) },
      ],
    }),
    [categories, periods, t],
  )
  const formatValue = useMemo(() => (text: string) => formatDecimal(text, 2, language), [language])
  return (
    <Chart
      kind="bar"
      title={year === null ? t('budget-by-year') : t('budget-by-month', { year })}
      category={t(year === null ? 'year' : 'month')}
      data={data}
      unit={t('wan')}
      formatValue={formatValue}
      empty={t('empty')}
    />
  )
})
