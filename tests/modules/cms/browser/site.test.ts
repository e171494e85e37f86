/** The site in a browser: read without JavaScript, contributed to, bought from and commented on. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { applyLook, faults, followSystemTheme, looksByLanguage } from '../../../support/browser.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'

const password = 'long enough 7'
let server: Running
let page: Page
const site = useSite({}, async (running) => {
  const mei = { username: 'mei', nickname: 'Mei', password, group_id: 1, gender: 2, email: 'mei@example.com' }
  expect(await running.api('/admin/user.User/add', mei)).toMatchObject({ code: 1 })
  const database = new Sqlite(join(running.dataFolder, 'tablewright.sqlite'))
  database.prepare(`update user set money = 5000, score = 300 where username = 'mei'`).run()
  database.close()
})
beforeEach(() => {
  ;({ server, page } = site)
})

interface Card {
  readonly id: number
  readonly title: string
  readonly price: string
  readonly currency: 'RMB' | 'integral'
  readonly channel_id: number
}

const texts = async (): Promise<readonly Card[]> =>
  (await server.api<{ list: readonly Card[] }>('/api/cms.Index/articleList?limit=50')).data.list

const go = (path: string) => page.goto(`${server.address}/#${path}`)
const enter = async (to: string): Promise<void> => {
  await go(`/user/login?to=${to}`)
  await page.locator('input[name=username]').fill('mei')
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/#${to}`)
}
const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

it('is read with JavaScript off, from the start page to the end of a text', async () => {
  const context = await site.browser.newContext({
    javaScriptEnabled: false,
    locale: 'en',
    viewport: { width: 390, height: 800 },
  })
  const plain = await context.newPage()
  await plain.goto(`${server.address}/`)
  await plain.getByRole('link', { name: /Read without JavaScript/ }).click()
  await plain.getByRole('searchbox').fill('茶')
  await plain.getByRole('button', { name: 'Search' }).click()
  await plain.locator('.cards mark').first().waitFor()
  await plain.locator('.cards .name a').first().click()
  await plain.locator('article.text .body p').first().waitFor()
  await plain.locator('header nav a').first().click()
  await plain.locator('.cards .name a').first().waitFor()
  await context.close()
})

describe('has no fault in each look', () => {
  it.each(looksByLanguage)(
    'in $language',
    async ({ looks: appearances }) => {
      const list = await texts()
      const paid = list.find(({ price }) => price !== '0')!
      await site.reopen(appearances[0]!)
      ;({ page } = site)
      await followSystemTheme(page)
      const paths = {
        home: '/read',
        text: `/read/${paid.id}`,
        channel: `/read/c/${paid.channel_id}`,
        search: '/read/search?q=a',
        start: '/#/',
        article: `/#/cms/info/${paid.id}`,
      }
      for (const [name, path] of Object.entries(paths)) {
        await page.goto(server.address + path)
        await page.locator(path.includes('#') ? '.site-main h1' : 'main h1').waitFor()
        for (const appearance of appearances) {
          await applyLook(page, appearance)
          expect([name, appearance, await faults(page)]).toEqual([name, appearance, []])
          expect([name, appearance, await overflow()]).toEqual([name, appearance, 0])
        }
      }
      // Reading text is large enough.
      await page.goto(`${server.address}/read/${paid.id}`)
      expect(await page.locator('article.text').evaluate((element) => getComputedStyle(element).fontSize)).toBe('18px')
    },
    120_000,
  )
})

it('a text is contributed, refused, corrected, approved and then read by guests', async () => {
  await enter('/user/cms/contribute')
  await page.locator('.cms-channels button').first().press('Enter')
  await page.getByRole('textbox', { name: 'Title' }).fill('A text of Mei')
  await page.locator('.ProseMirror').click()
  await page.keyboard.type('Written with the keyboard.')
  await page.getByRole('button', { name: 'Save draft' }).press('Enter')
  await page.waitForURL('**/user/cms/edit/*')
  const id = Number(page.url().split('/').at(-1))
  await page.getByRole('button', { name: 'Submit' }).press('Enter')
  await page.getByText('In review').first().waitFor()
  expect(await server.api('/admin/cms.Content/refuse', { id, reason: 'Name a source' })).toMatchObject({ code: 1 })
  await page.reload()
  await page.locator('.cms-timeline').getByText('Name a source').waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Fix this' }).press('Enter')
  await page.getByRole('textbox', { name: 'Source', exact: true }).fill('Her own notes')
  await page.getByRole('button', { name: 'Submit' }).press('Enter')
  await page.locator('.cms-timeline li').nth(3).waitFor()
  const guest = () => fetch(`${server.address}/read/${id}`)
  expect((await guest()).status).toBe(404)
  expect(await server.api('/admin/cms.Content/approve', { id, title: 'A text of Mei' })).toMatchObject({ code: 1 })
  expect(await (await guest()).text()).toContain('Written with the keyboard.')
  await go('/user/cms/content')
  await page.getByRole('link', { name: 'A text of Mei' }).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await go('/user/account/notices')
  await page.getByText('“A text of Mei” is approved').waitFor()
  expect(site.errors).toEqual([])
})

it('a text is bought with balance, another with points, and read on', async () => {
  const { list } = (
    await server.api<{ list: readonly (Card & { shown: number })[] }>('/admin/cms.Content/index?limit=100')
  ).data
  for (const currency of ['RMB', 'integral'] as const) {
    const paid = list.find((card) => card.shown === 7 && Number(card.price) > 0 && card.currency === currency)!
    const path = `/cms/info/${paid.id}`
    if (currency === 'RMB') await enter('/user/account/overview')
    await go(path)
    await page.locator('.site-paywall button.bp6-intent-primary').press('Enter')
    await page.locator('.site-paywall').waitFor({ state: 'detached' })
    await page.getByText('Bought', { exact: true }).waitFor()
  }
  await go('/user/cms/order')
  await page.locator('.cms-list > li').nth(1).waitFor()
  expect(site.errors).toEqual([])
})

it('a guest comments, and the comment waits', async () => {
  const rows = await server.api<{ list: { id: number; allow_comment_groups: string; shown: number }[] }>(
    '/admin/cms.Content/index?limit=100',
  )
  const open = rows.data.list.find((row) => row.allow_comment_groups === 'all' && row.shown === 7)!
  await go(`/cms/info/${open.id}`)
  await page.getByRole('textbox', { name: 'Your name' }).fill('Kim')
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Well said.')
  await page.getByRole('button', { name: 'Send comment' }).press('Enter')
  await page.getByText('Your comment is shown once an editor has approved it.').waitFor()
  const waiting = await server.api<{ list: { guest_name: string; status: string }[] }>(
    '/admin/cms.Comment/index?limit=5',
  )
  expect(waiting.data.list[0]).toMatchObject({ guest_name: 'Kim', status: 'unaudited' })
  expect(site.errors).toEqual([])
})
