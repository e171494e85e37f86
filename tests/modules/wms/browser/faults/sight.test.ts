/**
 * What is on the screen can be seen: only what is meant to scroll scrolls, wherever the focus goes, and no figure is
 * cut so that it reads as another one. `npm run test:faults` tries more widths, and every screen in more sizes.
 */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { quiet, rows, shownForm, shownPage, startSession } from '../../../../support/browser.ts'
import type { Running } from '../../../../support/running.ts'
import { cutFigures, hiddenScrollers } from '../../../../support/sight.ts'
import { useSite } from '../../../../support/site.ts'

const isLong = Number(process.env['TABLEWRIGHT_TEST_ROUNDS'] ?? 0) > 0
let receipt = 0
const site = useSite({}, async (running) => {
  receipt = await addLongReceipt(running)
})
let server: Running
let page: Page
let errors: string[]
beforeEach(async () => {
  ;({ server, page, errors } = site)
  await startSession(page, server.address)
})

interface Listed {
  readonly list: readonly { readonly id: number }[]
}

/** A document of many lines with large amounts; a name of its product that is long. */
async function addLongReceipt({ api }: Running): Promise<number> {
  const first = async (name: string): Promise<number> =>
    (await api<Listed>(`/admin/wms.${name}/index?limit=10`)).data.list[0]!.id
  const [product, shelf] = [await first('Product'), await first('WarehouseShelf')]
  const line = (at: number) => ({
    product_id: product,
    warehouse_shelf_id: shelf,
    plan_quantity: `${at + 1}234`,
    price: `${at + 1}154.9638`,
  })
  const answer = await api<{ id: number }>('/admin/wms.Warehousing/add', {
    type: '30',
    product_detail: Array.from({ length: 200 }, (_line, at) => line(at)),
  })
  expect(answer, JSON.stringify(answer).slice(0, 600)).toMatchObject({ code: 1 })
  return answer.data.id
}

const open = async (path: string): Promise<void> => {
  await page.goto(`${server.address}/#/admin/${path}`)
  await quiet(page)
}

/** Puts the focus on everything that takes it, as the Tab key and a screen reader do. */
const focusEverything = (): Promise<number> =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')]
    for (const element of all) {
      element.focus()
      element.scrollIntoView({ block: 'center', inline: 'center' })
    }
    return all.length
  })

/** The whole box of what is found, but for what lies under something else, is in the window. */
const isSeen = (selector: string): Promise<boolean> =>
  page.evaluate((sought) => {
    const { left, right, top, bottom } = document.querySelector(sought)!.getBoundingClientRect()
    const isMet = (x: number, y: number): boolean => document.elementFromPoint(x, y)?.closest(sought) != null
    return isMet(left + 2, (top + bottom) / 2) && isMet(right - 2, (top + bottom) / 2)
  }, selector)

describe('only what is meant to scroll scrolls', () => {
  const sizes = [
    [1280, 800],
    [1280, 500],
    [390, 500],
  ] as const

  it.each(isLong ? sizes : sizes.slice(1, 2))('in a document of 200 lines at %i × %i', async (width, height) => {
    await page.setViewportSize({ width, height })
    await open(`wms/warehousing?edit=${receipt}`)
    await shownForm(page).getByRole('button', { name: 'Next lines' }).waitFor()
    for (let turn = 0; turn < 4; turn += 1) await page.getByRole('button', { name: 'Next lines' }).click()
    const last = page.getByRole('textbox', { name: 'Planned line 200' })
    await last.fill('-1')
    await page.locator('.record-footer').getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('input[aria-invalid=true]:focus').waitFor()
    expect(await isSeen('input[aria-invalid=true]')).toBe(true)
    const looks = async () => [
      await hiddenScrollers(page),
      await isSeen('.record-header [aria-label="Close"]'),
      await isSeen('.record-footer'),
    ]
    expect(await looks()).toEqual([[], true, true])
    expect(await focusEverything()).toBeGreaterThan(100)
    expect(await looks()).toEqual([[], true, true])
    expect(await cutFigures(page)).toEqual([])
    expect(errors.filter((error) => !error.includes('status of 4'))).toEqual([])
  })

  const screens: Readonly<Record<string, string>> = {
    dashboard: 'dashboard',
    list: 'wms/stock',
    'new document': 'wms/outbound?add=1',
    settings: 'routine/config',
    profile: 'routine/adminInfo',
    rules: 'auth/rule?edit=1',
    group: 'auth/group?add=1',
    attachments: 'routine/attachment',
    account: 'auth/admin?add=1',
    'log of the administration': 'auth/adminLog',
  }
  const over: Readonly<Record<string, () => Promise<void>>> = {
    terminal: async () => await page.locator('.tw-header-terminal').press('Enter'),
    'layout settings': async () => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('layout')
      await page.keyboard.press('Enter')
    },
    keys: async () => await page.keyboard.press('Shift+?'),
  }

  /** Large amounts on the cards of the dashboard that stick out of their card, or the card out of the page. */
  const figuresBesideTheirCards = (): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.wms-figure')].flatMap((figure) => {
        figure.textContent = 'CNY 1,234,567,890.12'
        const [own, card, all] = [figure, figure.closest('.wms-card')!, figure.closest('.wms-dash')!].map((element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          return element === figure ? range.getBoundingClientRect() : element.getBoundingClientRect()
        })
        return own!.right > card!.right || card!.right > all!.right + 1 ? [`${own!.right} ${card!.right}`] : []
      }),
    )

  it.each(isLong ? sizes : sizes.slice(2))('on every screen at %i × %i', async (width, height) => {
    await page.setViewportSize({ width, height })
    const names = isLong ? Object.keys(screens) : ['dashboard', 'settings', 'group']
    for (const name of names) {
      await open(screens[name]!)
      await focusEverything()
      await page.evaluate(() => getSelection()?.selectAllChildren(document.body))
      expect(await hiddenScrollers(page), name).toEqual([])
      if (width > 640) expect(await isSeen('.tw-header'), name).toBe(true)
      expect(await cutFigures(page), name).toEqual([])
      if (name === 'dashboard') expect(await figuresBesideTheirCards()).toEqual([])
    }
    for (const [name, show] of isLong ? Object.entries(over) : []) {
      await open('wms/brand')
      await show()
      await focusEverything()
      expect(await hiddenScrollers(page), name).toEqual([])
    }
  })

  it('in dialogs that are higher than the window', async () => {
    await page.setViewportSize({ width: 390, height: 420 })
    await open('routine/config')
    await page.getByRole('button', { name: 'Add setting' }).click()
    const dialog = page.getByRole('dialog').filter({ visible: true })
    await dialog.waitFor()
    await focusEverything()
    expect(await hiddenScrollers(page)).toEqual([])
    const box = await dialog.boundingBox()
    expect([box!.y >= 0, box!.y + box!.height <= 420]).toEqual([true, true])
  })
})

describe('a figure is whole or not there', () => {
  /** A number from 0 to 1, the same in each run. */
  const shareOf = (round: number, at: number): number =>
    Math.abs(Math.sin(round * 12.9898 + at * 78.233) * 43_758.5453) % 1

  const zoom = (share: number): Promise<void> =>
    page.evaluate((factor) => {
      document.documentElement.style.setProperty('zoom', String(factor))
    }, share)

  /** Looks at the table in many places from its one end to its other. */
  async function scrollThrough(scroller: string, what: string): Promise<number> {
    const end = await page.locator(scroller).evaluate((element) => element.scrollWidth - element.clientWidth)
    const steps = isLong ? 12 : 5
    for (let at = 0; at <= steps; at += 1) {
      await page.locator(scroller).evaluate(
        (element, left) => {
          element.scrollLeft = left
        },
        Math.round((end * at) / steps) + (at % 2),
      )
      expect(await cutFigures(page), `${what}, ${at} of ${steps}`).toEqual([])
    }
    return end
  }

  it('in lists with columns of any width, in any order, however far they are scrolled and zoomed', async () => {
    let scrolled = 0
    await open('wms/warehousing')
    for (let round = 0; round < (isLong ? 20 : 4); round += 1) {
      const names = [
        'total_amount',
        'total_quantity',
        'type',
        'missing_quantity',
        'audit_time',
        'business_date',
        'order_sn',
      ]
      const order = [...names].sort(
        (one, other) => shareOf(round, names.indexOf(one)) - shareOf(round, names.indexOf(other)),
      )
      const widths = Object.fromEntries(names.map((name, at) => [name, 48 + Math.round(shareOf(round, at + 9) * 260)]))
      const columns = Object.fromEntries(names.map((name) => [name, true]))
      await page.evaluate(
        (preferences) => localStorage.setItem('tablewright:list:1:wms/warehousing', preferences),
        JSON.stringify({ columns, order, widths }),
      )
      await page.setViewportSize({ width: 760 + Math.round(shareOf(round, 30) * 600), height: 600 })
      await page.reload()
      await rows(page).nth(2).waitFor()
      await zoom([1, 0.5, 1.5, 2][round % 4]!)
      scrolled += await scrollThrough('.list-scroller', `round ${round}`)
    }
    expect(scrolled).toBeGreaterThan(100)
    expect(await shownPage(page).locator('[data-cut]').count()).toBeGreaterThanOrEqual(0)
  })

  it('in lines, and in inputs that are too narrow', async () => {
    await open(`wms/warehousing?edit=${receipt}`)
    await shownForm(page).locator('.lines-table').waitFor()
    for (const width of isLong ? [1280, 1100, 1000, 900, 800, 700, 500] : [1000, 760]) {
      await page.setViewportSize({ width, height: 700 })
      await scrollThrough('.lines-scroll', `${width} px`)
    }
    const price = page.getByRole('textbox', { name: 'Unit price line 1', exact: true })
    await price.fill('12345678901234.9638')
    await price.evaluate((input) => {
      input.style.width = '60px'
    })
    await page.getByRole('textbox', { name: 'Unit price line 2', exact: true }).focus()
    const cell = page.locator('td').filter({ has: price })
    await expect.poll(() => cell.getAttribute('title')).toBe('12345678901234.9638')
    expect(await cutFigures(page)).toEqual([])
    await price.focus()
    await expect.poll(() => cell.getAttribute('data-cut')).toBeNull()
  })
})
