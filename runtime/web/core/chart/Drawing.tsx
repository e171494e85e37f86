/** The drawn chart. It follows the size of its place and the theme; screen readers get the table instead. */
import type { EChartsType } from 'echarts/core'
import { useEffect, useRef, useState } from 'react'
import { useIsDark } from '../theme/use-is-dark.ts'
import type { ChartData, ChartKind } from './chart-data.ts'
import { createChart } from './echarts.ts'
import { chartOptions, type ChartFormats, type ChartTheme } from './options.ts'

export interface DrawingProps {
  readonly kind: ChartKind
  readonly data: ChartData
  readonly formats: ChartFormats
}

export function Drawing({ kind, data, formats }: DrawingProps) {
  const place = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<EChartsType | null>(null)
  const isDark = useIsDark()
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const chart = createChart(element)
    setChart(chart)
    const observer = new ResizeObserver(() => {
      // A page in a hidden tab has no size.
      if (element.clientWidth > 0) chart.resize()
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.dispose()
    }
  }, [])
  useEffect(() => {
    if (!chart || !place.current) return
    const isAnimated = !matchMedia('(prefers-reduced-motion: reduce)').matches
    chart.setOption(chartOptions({ kind, data, formats, isAnimated, isDark, theme: themeOf(place.current) }), true)
  }, [chart, kind, data, formats, isDark])
  return <div ref={place} className="tw-chart-drawing" aria-hidden />
}

/** As many as the stylesheet has. */
const paletteSize = 6

function themeOf(element: HTMLElement): ChartTheme {
  const style = getComputedStyle(element)
  const color = (name: string): string => style.getPropertyValue(`--tw-${name}`).trim()
  return {
    palette: Array.from({ length: paletteSize }, (_color, index) => color(`chart-${index + 1}`)),
    text: color('text'),
    muted: color('muted'),
    line: color('line'),
    surface: color('surface'),
    font: style.fontFamily,
    size: Number.parseFloat(style.fontSize),
  }
}
