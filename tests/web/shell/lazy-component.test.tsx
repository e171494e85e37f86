/**
 * Parts of a screen that come later: there at once when their code is, `Waiting` before, and fetched anew after a
 * failure.
 */
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PageBoundary } from '../../../runtime/web/shell/PageBoundary.tsx'
import { lazyComponent } from '../../../runtime/web/core/loading/lazy-component.tsx'
import { PopoverButton } from '../../../runtime/web/core/popover/PopoverButton.tsx'
import { Toaster } from '../../../runtime/web/core/Toaster.tsx'

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

  it('loads once for all that wait for it, and once more after a failure', async () => {
    const { load, ends } = held()
    const Later = lazyComponent(load, Waiting)
    const early = Promise.allSettled([Later.preload(), Later.preload()])
    ends[0]!.fail(new Error('lost'))
    expect((await early).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    render(
      <>
        <Later name="one" />
        <Later name="two" />
      </>,
    )
    expect(load).toHaveBeenCalledTimes(2)
    await act(async () => ends[1]!.come())
    expect([...document.querySelectorAll('p')].map((one) => one.textContent)).toEqual(['part of one', 'part of two'])
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
      <PageBoundary>
        <Later name="one" />
      </PageBoundary>,
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

describe('a panel whose code comes when its button is pressed', () => {
  const person = userEvent.setup()
  const button = () => screen.getByRole('button', { name: 'Columns' })
  const isOpen = () => button().getAttribute('aria-expanded') === 'true'

  function show() {
    const { load, ends } = held()
    const Later = lazyComponent(load)
    render(
      <>
        <PopoverButton
          kind="dialog"
          text="Columns"
          preload={Later.preload}
          renderPanel={(close) => (
            <>
              <Later name="one" />
              <button onClick={close}>Done</button>
            </>
          )}
        />
        <input aria-label="elsewhere" />
        <Toaster />
      </>,
    )
    return { load, ends }
  }

  it('opens for the press that came before its code, and gives the focus back', async () => {
    const { ends } = show()
    await person.tab()
    await person.keyboard('{Enter}')
    expect([isOpen(), text()]).toEqual([false, null])
    await act(async () => ends.forEach(({ come }) => come()))
    await screen.findByText('part of one')
    expect(isOpen()).toBe(true)
    expect(button().getAttribute('aria-haspopup')).toBe('dialog')
    await person.click(screen.getByRole('button', { name: 'Done' }))
    expect(isOpen()).toBe(false)
    await expect.poll(() => document.activeElement === button()).toBe(true)
    await person.click(button())
    expect(isOpen()).toBe(true)
    await person.click(button())
    expect(isOpen()).toBe(false)
  })

  it('leaves the focus to who has gone on, and gives it back to who has not', async () => {
    const { ends } = show()
    await person.click(button())
    await act(async () => ends.forEach(({ come }) => come()))
    await screen.findByText('part of one')
    const field = screen.getByLabelText('elsewhere')
    await person.click(field)
    await expect.poll(text).toBe(null)
    await person.keyboard('words')
    expect([document.activeElement === field, (field as HTMLInputElement).value]).toEqual([true, 'words'])
    await person.click(button())
    await screen.findByText('part of one')
    await person.keyboard('{Escape}')
    expect([isOpen(), document.activeElement === button()]).toEqual([false, true])
    // An input that is focused right after that keeps the focus.
    await person.click(field)
    await person.keyboard(' more')
    expect((field as HTMLInputElement).value).toBe('words more')
  })

  it('stays closed for who has gone on meanwhile', async () => {
    const { ends } = show()
    await person.click(button())
    await person.click(screen.getByLabelText('elsewhere'))
    await act(async () => ends.forEach(({ come }) => come()))
    expect([isOpen(), text()]).toEqual([false, null])
    expect(document.activeElement).toBe(screen.getByLabelText('elsewhere'))
  })

  it('says that its code cannot be loaded, and loads it again for the next press', async () => {
    const { load, ends } = show()
    await person.click(button())
    await act(async () => ends.splice(0).forEach(({ fail }) => fail(new Error('no such thing'))))
    expect(isOpen()).toBe(false)
    await screen.findByRole('button', { name: /^(重新加载|Reload)$/ })
    const before = load.mock.calls.length
    await person.click(button())
    expect(load.mock.calls.length).toBeGreaterThan(before)
    await act(async () => ends.forEach(({ come }) => come()))
    await screen.findByText('part of one')
  })
})
