/** The site in a browser: read without JavaScript, contributed to, bought from and commented on, by keyboard alone. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { looksByLanguage, type Look } from '../../../support/browser.ts'
import { inspectLooks, openForLooks } from '../../../support/inspect.ts'
import type { Running } from '../../../support/running.ts'
import { useSite, usualLook } from '../../../support/site.ts'
import { signInMember } from './sign-in-member.ts'

const password = 'long enough 7'
/** A member for each width. */
const members = [
  { username: 'mei', nickname: 'Mei', width: 1280 },
  { username: 'lin', nickname: 'Lin', width: 390 },
] as const
type Member = (typeof members)[number]

let server: Running
let page: Page
const site = useSite({}, async (running) => {
  for (const { username, nickname } of members) {
    const values = { username, nickname, password, group_id: 1, gender: 2, email: `${username}@example.com` }
    expect(await running.api('/admin/user.User/add', values)).toMatchObject({ code: 1 })
  }
  const database = new Sqlite(join(running.dataFolder, 'tablewright.sqlite'))
  database.prepare(`update user set money = 5000, score = 300 where username in ('mei', 'lin')`).run()
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
  readonly user_id: number | null
}

const texts = async (): Promise<readonly Card[]> =>
  (await server.api<{ list: readonly Card[] }>('/api/cms.Index/articleList?limit=50')).data.list

const go = (path: string) => page.goto(`${server.address}/#${path}`)
const lookOf = ({ width }: Member): Look => ({ ...usualLook, width })

/** Moves the focus to a control as somebody without a mouse does. */
async function tabTo(target: Locator): Promise<void> {
  await target.first().waitFor()
  const isThere = () => target.first().evaluate((element) => element.contains(document.activeElement))
  for (let step = 0; step < 150 && !(await isThere()); step++) await page.keyboard.press('Tab')
  expect(await isThere(), String(target)).toBe(true)
}

const press = async (target: Locator): Promise<void> => {
  await tabTo(target)
  await page.keyboard.press('Enter')
}

const write = async (target: Locator, text: string): Promise<void> => {
  await tabTo(target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

async function enter({ username }: Member, to: string): Promise<void> {
  await go(`/user/login?to=${to}`)
  await write(page.locator('input[name=username]'), username)
  await write(page.locator('input[name=password]'), password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/#${to}`)
}

const button = (name: string) => page.getByRole('button', { name, exact: true })

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

describe.each(members)('by keyboard alone at $width px', (member) => {
  const title = `A text of ${member.nickname}`

  it('a text is contributed, refused, corrected, approved and then read by guests', async () => {
    await site.reopen(lookOf(member))
    ;({ page } = site)
    await enter(member, '/user/cms/contribute')
    await press(page.locator('.cms-channels button'))
    await write(page.getByRole('textbox', { name: 'Title' }), title)
    await tabTo(page.locator('.ProseMirror'))
    await page.keyboard.type('Written with the keyboard.')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Tea is blue.')
    await press(button('Save draft'))
    await page.waitForURL('**/user/cms/edit/*')
    const id = Number(page.url().split('/').at(-1))
    await press(button('Submit'))
    await page.locator('.cms-timeline').getByText('Submitted').waitFor()
    const reason = '“Tea is blue”: is it? Name a leaf; Source: name one; Nearly there.'
    expect(await server.api('/admin/cms.Content/refuse', { id, reason })).toMatchObject({ code: 1 })
    await page.reload()
    // The reason is beside the paragraph and the field that it is about.
    await page.locator('.cms-timeline').getByText(reason).waitFor()
    await page.locator('.cms-form').getByText('name one', { exact: true }).waitFor()
    const remark = page.locator('.cms-remarks li').filter({ hasText: 'is it? Name a leaf' })
    if (member.width === 1280) await expect.poll(() => besideOf(remark, 'Tea is blue.')).toBeLessThan(24)
    await press(page.locator('.cms-timeline').getByRole('button', { name: 'Fix this' }))
    await press(remark.getByRole('button', { name: 'Fix this' }))
    await page.keyboard.type('Tea is green')
    await write(page.getByRole('textbox', { name: 'Source', exact: true }), 'Her own notes')
    await press(button('Submit'))
    await page.locator('.cms-timeline li').nth(3).waitFor()
    const guest = () => fetch(`${server.address}/read/${id}`)
    expect((await guest()).status).toBe(404)
    expect(await server.api('/admin/cms.Content/approve', { id, title })).toMatchObject({ code: 1 })
    const text = await (await guest()).text()
    for (const part of ['Written with the keyboard.', 'Tea is green.', 'Her own notes']) expect(text).toContain(part)
    await go('/user/cms/content')
    await page.getByRole('link', { name: title }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await go('/user/account/notices')
    await page.getByText(`“${title}” is approved`).waitFor()
    expect(site.errors).toEqual([])
  })

  it('a text is bought with balance, another with points, and read on', async () => {
    await site.reopen(lookOf(member))
    ;({ page } = site)
    const { list } = (
      await server.api<{ list: readonly (Card & { shown: number })[] }>('/admin/cms.Content/index?limit=100')
    ).data
    await enter(member, '/user/account/overview')
    for (const currency of ['RMB', 'integral'] as const) {
      const paid = list.find((card) => card.shown === 7 && Number(card.price) > 0 && card.currency === currency)!
      await go(`/cms/info/${paid.id}`)
      await press(page.locator('.site-paywall button.bp6-intent-primary'))
      await page.locator('.site-paywall').waitFor({ state: 'detached' })
      await page.getByText('Bought', { exact: true }).waitFor()
      await press(page.locator('.site-acts').getByRole('button', { name: /^Save/ }))
      await page.locator('.site-acts button[aria-pressed=true]').waitFor()
    }
    await go('/user/cms/order')
    await page.locator('.cms-list > li').nth(1).waitFor()
    expect(site.errors).toEqual([])
  })

  it('a guest comments, and the comment waits', async () => {
    await site.reopen(lookOf(member))
    ;({ page } = site)
    const rows = await server.api<{ list: { id: number; allow_comment_groups: string; shown: number }[] }>(
      '/admin/cms.Content/index?limit=100',
    )
    const open = rows.data.list.find((row) => row.allow_comment_groups === 'all' && row.shown === 7)!
    await go(`/cms/info/${open.id}`)
    const words = `Well said, at ${member.width} px.`
    await write(page.getByRole('textbox', { name: 'Your name' }), 'Kim')
    await write(page.getByRole('textbox', { name: 'Your comment' }), words)
    await press(button('Send comment'))
    await page.getByText('Your comment is shown once an editor has approved it.').waitFor()
    const waiting = await server.api<{ list: { guest_name: string; status: string; text: string }[] }>(
      '/admin/cms.Comment/index?limit=5',
    )
    expect(waiting.data.list[0]).toMatchObject({ guest_name: 'Kim', status: 'unaudited', text: words })
    expect(site.errors).toEqual([])
  })
})

/** Pixels between the tops of a remark and of the paragraph that it is about. */
async function besideOf(remark: Locator, words: string): Promise<number> {
  const paragraph = await page.locator('.ProseMirror p').filter({ hasText: words }).boundingBox()
  const box = await remark.boundingBox()
  return Math.abs((paragraph?.y ?? 0) - (box?.y ?? 1e6))
}

describe('has no fault in each look', () => {
  it.each(looksByLanguage)(
    'in $language',
    async ({ looks: appearances }) => {
      const all = await texts()
      const paid = all.find(({ price }) => price !== '0')!
      const tagged = await server.api<{ list: readonly { id: number }[] }>('/api/cms.Index/tags?limit=1')
      const author = all.find(({ user_id: user }) => user !== null)!
      const own = await refusedText()
      ;({ page } = await openForLooks(site, appearances))
      const judge = async (name: string, path: string, sign: string): Promise<void> => {
        await page.goto(server.address + path)
        await page.locator(sign).first().waitFor()
        await inspectLooks(page, appearances, `cms-${name}`, { scrollsWindow: true })
      }
      const publicPages = {
        home: ['/read', 'main h1'],
        text: [`/read/${paid.id}`, 'main h1'],
        channel: [`/read/c/${paid.channel_id}`, 'main h1'],
        tag: [`/read/t/${tagged.data.list[0]!.id}`, 'main h1'],
        author: [`/read/u/${author.user_id}`, 'main h1'],
        search: ['/read/search?q=茶', 'main h1'],
        start: ['/#/', '.site-cards li'],
        article: [`/#/cms/info/${paid.id}`, '.site-paywall'],
        list: [`/#/cms/list?channel=${paid.channel_id}`, '.site-cards li'],
        'list-search': ['/#/cms/list?keywords=茶', '.site-cards li'],
      } as const
      for (const [name, [path, sign]] of Object.entries(publicPages)) await judge(name, path, sign)
      // Reading text is large enough.
      await page.goto(`${server.address}/read/${paid.id}`)
      expect(await page.locator('article.text').evaluate((element) => getComputedStyle(element).fontSize)).toBe('18px')
      await enter(members[0], '/user/cms/content')
      const memberPages = {
        'own-texts': ['/user/cms/content', '.cms-list li'],
        channels: ['/user/cms/contribute', '.cms-channels button'],
        edit: [`/user/cms/edit/${own}`, '.ProseMirror'],
        saved: ['/user/cms/collect', '.cms-list li'],
        orders: ['/user/cms/order', '.cms-list li'],
        comments: ['/user/cms/comment', '.cms-list li'],
        notices: ['/user/account/notices', 'h1'],
        links: ['/cms/links', '.site-form'],
      } as const
      for (const [name, [path, sign]] of Object.entries(memberPages)) await judge(name, `/#${path}`, sign)
    },
    180_000,
  )
})

/** A member's text that was refused with remarks, beside one that she saved and one that she bought. */
async function refusedText(): Promise<number> {
  const api = await signInMember(server.address, 'mei', password)
  const [channel] = (await api<{ list: readonly { id: number }[] }>('/api/cms.User/contributeChannel')).data.list
  const content = '<p>Tea is green.</p><p>Tea is blue.</p>'
  const text = { channel_id: channel!.id, title: 'What tea is', content, submit: true }
  const { id } = (await api<{ id: number }>('/api/cms.User/contribute', text)).data
  const reason = '“Tea is blue”: is it?; Source: name one'
  expect(await server.api('/admin/cms.Content/refuse', { id, reason })).toMatchObject({ code: 1 })
  const [open] = (await texts()).filter(({ price }) => price === '0')
  const [paid] = (await texts()).filter(({ price, currency }) => price !== '0' && currency === 'RMB')
  await api('/api/cms.Content/collect', { id: open!.id, set: true })
  await api('/api/cms.Content/comment', { id: open!.id, content: 'The second leaf is the best one.' })
  // It may be bought already.
  await api('/api/cms.Pay/create', { project: 'content', object: paid!.id, type: 'balance' })
  return id
}
