/** Changes of others arrive at once: in lists, in open records, after a lost network and after a sleep. */
import type { Page, WebSocketRoute } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { looksByLanguage, rows, shownForm, shownPage, signIn, startSession } from '../support/browser.ts'
import { inspectLooks, openForLooks } from '../support/inspect.ts'
import type { Running } from '../support/running.ts'
import { useTestSite } from './test-site.ts'

const password = 'Other-2026'
const site = useTestSite({}, async (started) => {
  const other = { username: 'other', nickname: 'Li Lei', password, group_arr: [1], status: 1 }
  expect(await started.api('/admin/auth.Admin/add', other)).toMatchObject({ code: 1 })
})
let server: Running
let page: Page
let errors: string[]
let brandCount = 0
beforeEach(() => {
  ;({ server, page, errors } = site)
})

const addBrand = async (name = `Live ${++brandCount}`): Promise<{ readonly id: number; readonly name: string }> => {
  const answer = await server.api<{ id: number }>('/admin/shop.Brand/add', { name })
  expect(answer).toMatchObject({ code: 1 })
  return { id: answer.data.id, name }
}
const names = (at: Page): Promise<string[]> => rows(at).locator('th[scope=row]').allTextContents()
const news = (at: Page) => shownPage(at).locator('.list-news').getByRole('button')

async function openBrands(at: Page, search = ''): Promise<void> {
  const open = at.waitForEvent('websocket')
  await at.goto(`${server.address}/#/admin/shop/brand${search}`)
  await rows(at).first().waitFor()
  await open
}

/** The sockets of a page, which a test can lose or silence. */
async function routeSockets(at: Page): Promise<{ readonly routes: WebSocketRoute[]; isSilent: boolean }> {
  const state = { routes: [] as WebSocketRoute[], isSilent: false }
  await at.routeWebSocket(/\/ws\?/, (route) => {
    const onward = route.connectToServer()
    const isFirst = state.routes.push(route) === 1
    const passes = (): boolean => !(state.isSilent && isFirst)
    route.onMessage((message) => void (passes() && onward.send(message)))
    onward.onMessage((message) => void (passes() && route.send(message)))
  })
  return state
}

it('new rows of others are offered in every tab, and the rows on the screen stay where they are', async () => {
  await signIn(page, server.address)
  await openBrands(page)
  const tab = await page.context().newPage()
  await openBrands(tab)
  const before = await names(page)
  const first = await addBrand()
  await news(page).filter({ hasText: 'Show 1 new row' }).waitFor()
  await news(tab).filter({ hasText: 'Show 1 new row' }).waitFor()
  expect(await names(page)).toEqual(before)
  await addBrand()
  await news(page).filter({ hasText: 'Show 2 new rows' }).waitFor()
  await news(page).press('Enter')
  await expect.poll(() => names(page)).toContain(first.name)
  await news(page).waitFor({ state: 'detached' })
  // A filter that the new row does not meet is told of nothing.
  await openFiltered(page)
  const untouched = await names(page)
  await addBrand('Unrelated')
  await server.api('/admin/shop.Brand/edit', { id: first.id, name: 'Renamed' })
  await news(page).filter({ hasText: 'Show changes' }).waitFor()
  expect(await names(page)).toEqual(untouched)
  expect(errors).toEqual([])
})

async function openFiltered(at: Page): Promise<void> {
  await at.goto(`${server.address}/#/admin/shop/brand?quickSearch=Live`)
  await expect.poll(async () => (await names(at)).every((name) => name.includes('Live'))).toBe(true)
}

it('who else has a record open is shown, and that it was changed or deleted', async () => {
  const { id } = await addBrand()
  await signIn(page, server.address)
  await openBrands(page, `?edit=${id}`)
  await shownForm(page).getByLabel(/^Name/).waitFor()
  const other = await site.openBeside()
  await signIn(other.page, server.address, { username: 'other', password })
  await openBrands(other.page, `?edit=${id}`)
  await shownForm(page).getByText('Li Lei also has this record open').waitFor()
  await shownForm(other.page).locator('.record-viewers .bp6-tag').waitFor()
  await shownForm(other.page).getByLabel(/^Name/).fill('By the other')
  await shownForm(other.page).getByRole('button', { name: 'Save', exact: true }).click()
  await shownForm(other.page).waitFor({ state: 'detached' })
  await shownForm(page).getByText('Someone else changed this record.').waitFor()
  await shownForm(page).locator('.record-viewers .bp6-tag').waitFor({ state: 'detached' })
  await shownForm(page).getByRole('button', { name: 'Load the latest version' }).press('Enter')
  await expect.poll(() => shownForm(page).getByLabel(/^Name/).inputValue()).toBe('By the other')
  await shownForm(page).getByText('Someone else changed this record.').waitFor({ state: 'detached' })
  expect(await server.api(`/admin/shop.Brand/del?ids[]=${id}`, undefined, 'DELETE')).toMatchObject({ code: 1 })
  await shownForm(page).getByText('This record was deleted.').waitFor()
  expect([...errors, ...other.errors]).toEqual([])
})

it('a page that was offline learns what happened meanwhile', async () => {
  const sockets = await routeSockets(page)
  await signIn(page, server.address)
  await openBrands(page)
  await expect.poll(() => sockets.routes.length).toBe(1)
  await page.context().setOffline(true)
  await sockets.routes[0]!.close()
  await addBrand()
  await page.context().setOffline(false)
  await news(page).filter({ hasText: 'Show 1 new row' }).waitFor()
})

it('a page whose machine slept while its connection died connects again', async () => {
  await page.clock.install()
  const sockets = await routeSockets(page)
  await signIn(page, server.address)
  await openBrands(page)
  await expect.poll(() => sockets.routes.length).toBe(1)
  sockets.isSilent = true
  await addBrand()
  await page.clock.fastForward('08:00:00')
  await expect
    .poll(async () => {
      await page.clock.runFor(6000)
      return news(page).count()
    })
    .toBe(1)
  expect(sockets.routes.length).toBeGreaterThan(1)
})

describe.each(looksByLanguage)('in $language', (group) => {
  it('news of lists and records have no fault', async () => {
    const { id } = await addBrand()
    const opened = await openForLooks(site, group.looks)
    await startSession(opened.page, server.address)
    await openBrands(opened.page)
    await addBrand()
    await news(opened.page).waitFor()
    await inspectLooks(opened.page, group.looks, 'list-news')
    const other = await site.openBeside()
    await signIn(other.page, server.address, { username: 'other', password })
    await openBrands(other.page, `?edit=${id}`)
    await opened.page.goto(`${server.address}/#/admin/shop/brand?edit=${id}`)
    await shownForm(opened.page).locator('.record-viewers .bp6-tag').waitFor()
    await server.api('/admin/shop.Brand/edit', { id, name: 'Changed meanwhile' })
    await shownForm(opened.page).locator('.record-news .bp6-callout').waitFor()
    await inspectLooks(opened.page, group.looks, 'record-news')
    expect(opened.errors).toEqual([])
  })
})
