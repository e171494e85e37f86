/** Six hours of the display in two minutes: it keeps its memory, and draws charts for new figures only. */
import { expect, it } from 'vitest'
import { useSite } from '../../../../support/site.ts'

const site = useSite()

/** The parts of the answer that the test changes. */
interface Answer {
  readonly data: { now: number; readonly months: { alarms: number | null }[] }
}

/** Milliseconds of the page that pass in one second of the two minutes. */
const step = 180_000

it(
  'lives for days: the heap grows by a tenth at most, and the clock redraws no chart',
  { timeout: 300_000 },
  async () => {
    const { page } = site
    await page.clock.install()
    // The browser itself notes up to 250 requests.
    await page.addInitScript(() => performance.setResourceTimingBufferSize(0))
    let answer: Answer | null = null
    let requests = 0
    let isChanging = false
    await page.route('**/face.Dashboard/index*', async (route) => {
      requests++
      if (!answer) answer = (await (await route.fetch()).json()) as Answer
      const { data } = answer
      data.now += 15
      if (isChanging && requests % 50 === 0) data.months[0]!.alarms = (data.months[0]!.alarms ?? 0) + 1
      await route.fulfill({ json: answer })
    })
    await page.goto(`${site.server.address}/#/faceid`)
    await page.locator('.tw-chart-drawing svg').nth(2).waitFor()
    await page.evaluate(() => {
      Object.assign(window, { redraws: 0 })
      const observer = new MutationObserver((changes) => {
        ;(window as unknown as { redraws: number }).redraws += changes.length
      })
      for (const chart of document.querySelectorAll('.tw-chart-drawing'))
        observer.observe(chart, { childList: true, subtree: true, attributes: true })
    })
    const redraws = () => page.evaluate(() => (window as unknown as { redraws: number }).redraws)
    const session = await page.context().newCDPSession(page)
    const heap = async (): Promise<number> => {
      for (let turn = 0; turn < 3; turn++) await session.send('HeapProfiler.collectGarbage')
      return (await session.send('Runtime.getHeapUsage')).usedSize
    }
    const run = async (seconds: number) => {
      const before = requests
      for (let second = 0; second < seconds; second++) await page.clock.runFor(step)
      await expect.poll(() => requests).toBeGreaterThan(before)
    }
    await run(10)
    const time = await page.locator('.face-clock').textContent()
    const drawn = await redraws()
    await run(10)
    expect(await page.locator('.face-clock').textContent()).not.toBe(time)
    expect(await redraws()).toBe(drawn)
    // The first new figures load code and fill caches, once.
    isChanging = true
    await run(40)
    const before = await heap()
    await run(60)
    expect(await redraws()).toBeGreaterThan(drawn)
    expect((await heap()) / before).toBeLessThanOrEqual(1.1)
    expect(site.errors).toEqual([])
  },
)
