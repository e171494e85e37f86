// @vitest-environment jsdom
/** Charts of modules, and the sections that modules have on the dashboard. */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Chart } from '../../../runtime/web/core/chart/Chart.tsx'
import { chartOptions } from '../../../runtime/web/core/chart/options.ts'
import { loadDashboardSections, registerModules } from '../../../runtime/web/core/module-registry.ts'

const data = {
  categories: ['2026-11-22', '2026-11-23'],
  series: [
    { name: 'Received', values: ['1234.500', '0.000'] },
    { name: 'Issued', values: ['7.000', '8.000'] },
  ],
}
const texts = { kind: 'bar', title: 'Movements', category: 'Day' } as const

afterEach(cleanup)

describe('a chart', () => {
  it('has its data as a table, exact to the last digit', () => {
    render(<Chart {...texts} data={data} />)
    const table = screen.getByRole('table', { name: 'Movements' })
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => [...row.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['Day', 'Received', 'Issued'],
      ['2026-11-22', '1,234.5', '7'],
      ['2026-11-23', '0', '8'],
    ])
    expect(table.parentElement?.className).toBe('tw-visually-hidden')
    fireEvent.click(screen.getByRole('button', { name: '以表格显示' }))
    expect(table.parentElement?.className).toBe('tw-chart-table')
    expect(screen.getByRole('button', { name: '以图表显示' })).toBeTruthy()
  })

  it('draws nothing while it loads, without data and for zeros only, and says why it failed', () => {
    const retry = vi.fn<() => void>()
    const { rerender } = render(<Chart {...texts} data={null} />)
    expect(screen.getByRole('status').getAttribute('aria-busy')).toBe('true')
    rerender(
      <Chart {...texts} data={{ categories: ['a'], series: [{ name: 'x', values: ['0.00'] }] }} empty="Nothing" />,
    )
    expect(screen.getByRole('status').textContent).toBe('Nothing')
    expect(screen.queryByRole('table')).toBeNull()
    rerender(<Chart {...texts} data={null} error={new Error('down')} retry={retry} />)
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(retry).toHaveBeenCalledOnce()
    // What was loaded before stays.
    rerender(<Chart {...texts} data={data} error={new Error('down')} retry={retry} />)
    expect(screen.getByRole('table')).toBeTruthy()
  })

  const formats = { value: (text: string) => `${text} kg`, axis: String, category: (name: string) => name.slice(5) }
  const theme = { palette: ['#111111'], text: '', muted: '', line: '', surface: '', font: '', size: 12 }

  it.each(['bar', 'line', 'pie'] as const)('takes no text of its data for markup (%s)', (kind) => {
    const options = chartOptions({
      kind,
      data: { categories: ['<b>x</b>'], series: [{ name: '<i>y</i>', values: ['1'] }] },
      theme,
      formats,
      isAnimated: false,
      isDark: false,
    })
    const { formatter } = options['tooltip'] as { formatter: (items: unknown) => HTMLElement }
    const tip = formatter(kind === 'pie' ? { dataIndex: 0 } : [{ dataIndex: 0 }])
    expect(tip.textContent).toBe('<b>x</b><i>y</i>1 kg')
    expect(tip.querySelector('b')?.textContent).toBe('1 kg')
  })
})

describe('the dashboard', () => {
  it('has the sections of all modules in their order, without those of a module that cannot be loaded', async () => {
    const module = (...names: readonly string[]) => ({
      manifest: () => Promise.reject(new Error('not needed')),
      components: async () => ({
        widgets: {},
        cells: {},
        dashboard: names.map((name) => async () => Object.assign(() => null, { displayName: name })),
      }),
    })
    const gone = { ...module(), components: () => Promise.reject(new Error('gone')) }
    const none = { manifest: () => Promise.reject(new Error('not needed')) }
    registerModules({
      modules: { late: module('third', 'second'), gone, none, early: module('first') },
      validators: {},
    })
    const sections = await loadDashboardSections()
    expect(sections.map(({ key }) => key)).toEqual(['late/0', 'late/1', 'early/0'])
    expect(await Promise.all(sections.map(async ({ load }) => (await load()).displayName))).toEqual([
      'third',
      'second',
      'first',
    ])
  })
})
