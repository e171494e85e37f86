/** Received and issued by day, month or year, as quantities or amounts. */
import { SegmentedControl } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { Chart, formatDecimal, useLanguage, useStaleWhileRevalidate } from 'tablewright/web'
import { axisAmount, isLarge } from './amounts.ts'
import type { Movements, Unit } from '../../shared/dashboard.ts'
import { loadMovements } from './calls.ts'
import { useT } from './texts.ts'
import { useAmount } from './use-amount.ts'

type Measure = 'quantity' | 'amount'

const units: readonly Unit[] = ['day', 'month', 'year']
const measures: readonly Measure[] = ['quantity', 'amount']

/** @param turn changes when everything is loaded again */
export function MovementsChart({ turn }: { readonly turn: number }) {
  const t = useT()
  const language = useLanguage()
  const amount = useAmount()
  const [unit, setUnit] = useState<Unit>('day')
  const [measure, setMeasure] = useState<Measure>('quantity')
  const { value, error, retry } = useStaleWhileRevalidate(`${unit} ${turn}`, async () => ({
    unit,
    movements: await loadMovements(unit),
  }))
  // The chart of another unit stays until the new one is there; its texts belong to it.
  const shownUnit = value?.unit ?? unit
  const movements = value?.movements
  const data = useMemo(
    () => (movements ? dataOf(movements, measure, [t('received'), t('issued')]) : null),
    [movements, measure, t],
  )
  const areLarge = measure === 'amount' && data !== null && data.series.some(({ values }) => values.some(isLarge))
  const formats = useMemo(
    () => ({
      value: measure === 'amount' ? amount : (text: string) => formatDecimal(text, 0, language),
      axis: (number: number) => axisAmount(number, areLarge, language),
      category: (name: string) => (shownUnit === 'day' ? name.slice(5) : name),
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the function of amounts changes with the language only
    [measure, areLarge, shownUnit, language],
  )
  return (
    <Chart
      kind="bar"
      title={t('movements')}
      data={data}
      error={error}
      retry={retry}
      category={t(`period.${shownUnit}`)}
      unit={measure === 'amount' ? t(areLarge ? 'large-unit' : 'unit') : ''}
      formatValue={formats.value}
      formatAxis={formats.axis}
      formatCategory={formats.category}
      empty={t('no-movements')}
      controls={
        <>
          <SegmentedControl
            size="small"
            aria-label={t('measure')}
            options={measures.map((candidate) => ({ value: candidate, label: t(candidate) }))}
            value={measure}
            onValueChange={(value) => setMeasure(value as Measure)}
          />
          <SegmentedControl
            size="small"
            aria-label={t('period')}
            options={units.map((candidate) => ({ value: candidate, label: t(candidate) }))}
            value={unit}
            onValueChange={(value) => setUnit(value as Unit)}
          />
        </>
      }
    />
  )
}

function dataOf({ periods }: Movements, measure: Measure, [received = '', issued = '']: readonly string[]) {
  const of = (direction: 'in' | 'out') => periods.map((period) => period[`${direction}_${measure}`])
  return {
    categories: periods.map(({ name }) => name),
    series: [
      { name: received, values: of('in') },
      { name: issued, values: of('out') },
    ],
  }
}
