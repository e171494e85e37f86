/**
 * Parts of a screen that come later: there at once when their code is, `Waiting` before, and fetched anew after a
 * failure.
 */
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ErrorBoundary } from '../../../runtime/web/shell/ErrorBoundary.tsx'
import { lazyComponent } from '../../../runtime/web/loading/lazy-component.tsx'

interface Named {
  readonly name: string
}
const Part = ({ name }: Named) => <p>part of {name}</p>
const Waiting = ({ name }: Named) => <p>waiting for {name}</p>
const text = (): string | null => document.querySelector('p')?.textContent ?? null

/** A load that ends when told to. */
function held() {
  const ends: { come: () => void; fail: (error: Error) => void }[] = []
  const load = vi.fn(
    () =>
      new Promise<typeof Part>((resolve, reject) => {
        ends.push({ come: () => resolve(Part), fail: reject })
      }),
  )
  return { load, ends }
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('a part that comes later', () => {
  it('shows Waiting until its code is loaded, with the same properties', async () => {
    const { load, ends } = held()
    const Later = lazyComponent(load, Waiting)
    render(<Later name="one" />)
    expect(text()).toBe('waiting for one')
    await act(async () => ends[0]!.come())
    expect(text()).toBe('part of one')
  })

  it('renders at once when its code is loaded, without requesting it again', async () => {
    const { load, ends } = held()
    const Later = lazyComponent(load, Waiting)
    const first = render(<Later name="one" />)
    await act(async () => ends[0]!.come())
    first.unmount()
    const seen: (string | null)[] = []
    const Witness = () => (
      <div
        ref={() => {
          seen.push(text())
        }}
      >
        <Later name="two" />
      </div>
    )
    render(<Witness />)
    expect(seen).toEqual(['part of two'])
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('fails as a part that cannot be drawn, and is fetched again when tried again', async () => {
    const { load, ends } = held()
    const Later = lazyComponent(load)
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    render(
      <ErrorBoundary>
        <Later name="one" />
      </ErrorBoundary>,
    )
    await act(async () => ends[0]!.fail(new Error('no such thing')))
    const again = screen.getAllByRole('button')[0]!
    await act(async () => again.click())
    await act(async () => ends[1]!.come())
    expect(text()).toBe('part of one')
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('reports nothing when it is unmounted before its code is loaded', async () => {
    const { load, ends } = held()
    const Later = lazyComponent(load, Waiting)
    const complaint = vi.spyOn(console, 'error')
    render(<Later name="one" />).unmount()
    await act(async () => ends[0]!.come())
    expect(complaint).not.toHaveBeenCalled()
  })
})
