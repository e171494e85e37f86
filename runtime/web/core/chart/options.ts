/** What the chart library is asked to draw. Colours come from the theme, text from the page's font. Pure. */
import type { EChartsCoreOption } from 'echarts/core'
import type { ChartData, ChartKind } from './chart-data.ts'

/** Colours and the font, as the stylesheet has them now. */
export interface ChartTheme {
  readonly palette: readonly string[]
  readonly text: string
  readonly muted: string
  readonly line: string
  readonly surface: string
  readonly font: string
  /** Pixels of the texts beside the axes. */
  readonly size: number
}

export interface ChartFormats {
  /** A value of a series, in full. */
  readonly value: (text: string) => string
  /** A number beside the axis. */
  readonly axis: (value: number) => string
  /** A category beside the axis. */
  readonly category: (name: string) => string
}

export interface Drawing {
  readonly kind: ChartKind
  readonly data: ChartData
  readonly theme: ChartTheme
  readonly formats: ChartFormats
  readonly isAnimated: boolean
  readonly isDark: boolean
}

export function chartOptions(drawing: Drawing): EChartsCoreOption {
  const { kind, theme, isAnimated, isDark } = drawing
  return {
    darkMode: isDark,
    animation: isAnimated,
    animationDuration: 300,
    color: [...theme.palette],
    textStyle: { fontFamily: theme.font, color: theme.text },
    ...(kind === 'pie' ? pieOptions(drawing) : axisOptions(drawing)),
  }
}

/** A value in full; a dash where there is none. */
export const textOfValue = (value: string | null | undefined, formats: ChartFormats): string =>
  value === null ? '–' : formats.value(value ?? '0')

function axisOptions({ kind, data, theme, formats }: Drawing): EChartsCoreOption {
  const axisLabel = { color: theme.muted, fontSize: theme.size }
  return {
    grid: { left: 4, right: 12, top: 14, bottom: 4 },
    tooltip: {
      ...tooltip,
      trigger: 'axis',
      axisPointer: { type: kind === 'bar' ? 'shadow' : 'line' },
      formatter: (items: readonly { readonly dataIndex: number }[]) =>
        tipOf(data, formats, items[0]?.dataIndex ?? 0, theme),
    },
    xAxis: {
      type: 'category',
      data: [...data.categories],
      boundaryGap: kind === 'bar',
      axisTick: { show: false },
      axisLine: { lineStyle: { color: theme.line } },
      axisLabel: { ...axisLabel, hideOverlap: true, formatter: formats.category },
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      splitLine: { lineStyle: { color: theme.line } },
      axisLabel: { ...axisLabel, formatter: formats.axis },
    },
    series: data.series.map(({ name, values }) => ({
      type: kind,
      name,
      data: values.map((value) => (value === null ? null : Number(value))),
      ...(kind === 'bar'
        ? { barMaxWidth: 18, barGap: '20%', itemStyle: { borderRadius: [3, 3, 0, 0] } }
        : { symbol: 'circle', symbolSize: 5, lineStyle: { width: 2 } }),
    })),
  }
}

function pieOptions({ data, theme, formats }: Drawing): EChartsCoreOption {
  const values = data.series[0]?.values ?? []
  return {
    tooltip: {
      ...tooltip,
      trigger: 'item',
      formatter: ({ dataIndex }: { readonly dataIndex: number }) => tipOf(data, formats, dataIndex, theme),
    },
    series: [
      {
        type: 'pie',
        radius: ['52%', '78%'],
        itemStyle: { borderColor: theme.surface, borderWidth: 2 },
        label: { color: theme.text },
        data: data.categories.map((name, index) => ({
          name: formats.category(name),
          value: Number(values[index] ?? 0),
        })),
      },
    ],
  }
}

/** The box follows the pointer within the chart; its content is an element, so that no text is taken for markup. */
const tooltip = { confine: true, transitionDuration: 0, className: 'tw-chart-tip', padding: 0, borderWidth: 0 }

function tipOf(
  { categories, series }: ChartData,
  formats: ChartFormats,
  index: number,
  theme: ChartTheme,
): HTMLElement {
  const tip = document.createElement('div')
  const title = document.createElement('strong')
  title.textContent = categories[index] ?? ''
  tip.append(title)
  for (const [place, { name, values }] of series.entries()) {
    const line = document.createElement('div')
    const dot = document.createElement('i')
    dot.style.background = theme.palette[place % theme.palette.length] ?? ''
    const label = document.createElement('span')
    label.textContent = name
    const value = document.createElement('b')
    value.textContent = textOfValue(values[index], formats)
    line.append(dot, label, value)
    tip.append(line)
  }
  return tip
}
