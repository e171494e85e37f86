// @vitest-environment jsdom
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAvailableWidth } from '../../../runtime/web/records/list/columns/available-width.ts'

/** Widths with which the list was rendered, and how often its element was measured. */
let rendered: number[]
let measured: number
let width: number
let observed: (() => void)[]

beforeEach(() => {
  ;[rendered, measured, width, observed] = [[], 0, 900, []]
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly tell: () => void
      constructor(tell: () => void) {
        this.tell = tell
      }
      observe() {
        observed.push(this.tell)
      }
      disconnect() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

function List() {
  const [measure, available] = useAvailableWidth()
  rendered.push(available)
  return <Measured measure={measure} />
}

/** An element of a known width: this environment has no layout. */
const Measured = ({ measure }: { measure: ReturnType<typeof useAvailableWidth>[0] }) => (
  <span
    ref={(element) => {
      if (!element) return undefined
      Object.defineProperty(element, 'clientWidth', { get: () => (measured++, width), configurable: true })
      return measure(element)
    }}
  />
)

it('measures the first list at once, and expects the next one to be as wide without laying it out', async () => {
  render(<List />)
  expect([...new Set(rendered)]).toEqual([0, 900])
  ;[rendered, measured] = [[], 0]
  render(<List />)
  expect([rendered.filter((one) => one !== 900), measured]).toEqual([[], 0])
  // This one is narrower: it is rendered again within the observation, before it is painted.
  width = 700
  act(() => observed.at(-1)?.())
  expect(rendered.at(-1)).toBe(700)
  // What another visit begins with, in a window of that size and in another.
  vi.resetModules()
  const { useAvailableWidth: later } = await import('../../../runtime/web/records/list/columns/available-width.ts')
  const widths: number[] = []
  const Later = () => {
    widths.push(later()[1])
    return null
  }
  render(<Later />)
  window.innerWidth += 1
  render(<Later />)
  expect([widths[0], widths.at(-1)]).toEqual([700, 0])
})
