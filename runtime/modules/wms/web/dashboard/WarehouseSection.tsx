/** The warehouse on the dashboard: what waits, what moved today, the trend, and what is issued most. */
import { Button, Callout } from '@blueprintjs/core'
import { Refresh } from '@blueprintjs/icons'
import { useState } from 'react'
import { useIsPageActive, useStaleWhileRevalidate } from 'tablewright/web'
import { loadFigures, loadMovements, loadTop } from './calls.ts'
import './dashboard.css'
import { MovementsChart } from './MovementsChart.tsx'
import { useT } from './texts.ts'
import { Tiles } from './Tiles.tsx'
import { Today } from './Today.tsx'
import { TopProducts } from './TopProducts.tsx'

export function WarehouseSection() {
  const t = useT()
  const [turn, reload] = useTurns()
  const figures = useStaleWhileRevalidate(`figures ${turn}`, loadFigures)
  const days = useStaleWhileRevalidate(`days ${turn}`, () => loadMovements('day'))
  const top = useStaleWhileRevalidate(`top ${turn}`, loadTop)
  const { value, error } = figures
  if (!value)
    return error ? (
      <Callout intent="warning" compact role="alert">
        {t('failed')} <Button size="small" variant="outlined" text={t('retry')} onClick={figures.retry} />
      </Callout>
    ) : (
      <div className="wms-dash-waiting" aria-busy />
    )
  const { tiles, stock_value, as_of } = value
  if (tiles.length === 0 && stock_value === null && !days.value) return null
  return (
    <section className="wms-dash" aria-label={t('title')}>
      <div className="wms-dash-head">
        <span className="tw-muted">{t('as-of', { time: as_of })}</span>
        <Button
          variant="minimal"
          size="small"
          icon={<Refresh />}
          aria-label={t('refresh')}
          data-tip={t('refresh')}
          onClick={reload}
        />
      </div>
      <Today days={days.value?.periods ?? null} value={stock_value} />
      <Tiles tiles={tiles} />
      <div className="wms-dash-trends">
        {(days.value !== null || Boolean(days.error)) && (
          <div className="tw-card">
            <MovementsChart turn={turn} />
          </div>
        )}
        {top.value && <TopProducts products={top.value.products} />}
      </div>
    </section>
  )
}

/** A number that changes when everything is to be loaded again: on request, and when the page is shown again. */
function useTurns(): readonly [number, () => void] {
  const isActive = useIsPageActive()
  const [last, setLast] = useState({ turn: 0, isActive })
  if (last.isActive !== isActive) setLast({ turn: last.turn + (isActive ? 1 : 0), isActive })
  return [last.turn, () => setLast({ turn: last.turn + 1, isActive })]
}
