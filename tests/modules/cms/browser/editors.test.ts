/** Editors in a real browser: they write, review by keys and by touch, schedule, and take away. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { faults, rows, shownForm, signIn, startSession } from '../../../support/browser.ts'
import { inspectInEachLook } from '../../../support/inspect.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'
import { signInMember } from './sign-in-member.ts'

let server: Running
let page: Page
const site = useSite()
beforeEach(() => {
  ;({ server, page } = site)
})

interface TextRow {
  readonly id: number
  readonly title: string
  readonly status: string
  readonly shown: number
  readonly to_review: number
  readonly price: string
  readonly publish_time: number | null
  readonly channel_id: number
  readonly version: number
}

const texts = async () =>
  (await server.api<{ list: readonly TextRow[] }>('/admin/cms.Content/index?limit=100')).data.list
const textOf = async (id: number) =>
  (await server.api<{ row: TextRow & { content: string } }>(`/admin/cms.Content/edit?id=${id}`)).data.row
const read = (id: number) => fetch(`${server.address}/read/${id}`)
const go = (path: string) => page.goto(`${server.address}/#/admin/cms/${path}`)
const pngDot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

const addText = async (values: object): Promise<number> => {
  const { channel_id: channel } = (await texts()).find((row) => row.shown === 7)!
  const answer = await server.api<{ id: number }>('/admin/cms.Content/add', { channel_id: channel, ...values })
  expect(answer).toMatchObject({ code: 1 })
  return answer.data.id
}

/** Pages of profiles that the test opens by itself. */
const inEnglish = (opened: Page) =>
  opened.addInitScript(() => {
    if (origin !== 'null') localStorage.setItem('storeConfig_v2', JSON.stringify({ lang: { defaultLang: 'en' } }))
  })

const queue = () => page.getByRole('dialog', { name: /^Review / })
const openQueue = async (list: 'content' | 'comment') => {
  await go(list)
  await rows(page).first().waitFor()
  await page.getByRole('button', { name: 'Review', exact: true }).press('Enter')
  await queue().locator('h3').waitFor()
}
/** Goes on to the entry of that name with the key J. */
const goTo = async (name: string) => {
  while (!(await queue().locator('h3').innerText()).includes(name)) {
    const before = await queue().locator('.cms-queue-place').innerText()
    await page.keyboard.press('j')
    await expect.poll(() => queue().locator('.cms-queue-place').innerText()).not.toBe(before)
  }
}

/** The page has the answer about a refusal, too: until then keys are for its reason. */
const keysAreForQueue = () => queue().and(page.locator(':focus')).waitFor()

// The comments of the demo are still waiting.
describe('screens of editors have no fault in any look', () => {
  it('queues, editor and blocks', async () => {
    const waiting = (await texts()).find((row) => row.to_review === 1 && row.status === 'normal')!
    const openReview = (list: string) => async (screen: Page) => {
      await screen.goto(`${server.address}/#/admin/cms/${list}`)
      await screen.locator('.list-toolbar').waitFor()
      await screen.locator('.list-toolbar .bp6-icon-endorsed, .list-toolbar [data-icon=endorsed]').first().click()
      await screen.locator('.cms-queue h3').waitFor()
    }
    await inspectInEachLook(site, {
      'cms-queue': openReview('content'),
      'cms-comments-queue': openReview('comment'),
      'cms-editor': async (screen) => {
        await screen.goto(`${server.address}/#/admin/cms/content?edit=${waiting.id}`)
        await screen.locator('.rich-editor-text').waitFor()
      },
      'cms-block': async (screen) => {
        await screen.goto(`${server.address}/#/admin/cms/block?edit=1`)
        await screen.locator('.cms-preview-page').waitFor()
      },
    })
  }, 120_000)
})

it('a text is written with a picture and a new tag, refused, corrected and approved by keys alone', async () => {
  const name = `Written by keys ${Date.now()}`
  const tag = `tea ${Date.now()}`
  await signIn(page, server.address)
  await go('content?add=1')
  const form = shownForm(page)
  const title = form.getByRole('textbox', { name: /^Title/ }).first()
  await title.focus()
  await page.keyboard.type(name)
  await form
    .getByRole('combobox', { name: /^Channel/ })
    .first()
    .focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option').filter({ visible: true }).first().waitFor()
  await page.keyboard.press('Enter')
  await form.getByRole('combobox', { name: /^Tags/ }).focus()
  await page.keyboard.type(tag)
  await page.getByRole('option', { name: `Add the tag “${tag}”` }).waitFor()
  await page.keyboard.press('Enter')
  await form
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(pngDot, 'base64') })
  await form.locator('.rich-editor-text').focus()
  await page.keyboard.type('First words.')
  await form.getByText(/^Saved \d/).waitFor()
  await page.waitForURL(/edit=\d+/)
  const id = Number(/edit=(\d+)/.exec(page.url())?.[1])
  const tags = await server.api<{ list: { id: number; name: string }[] }>('/admin/cms.Tags/index?limit=100')
  expect(tags.data.list.filter((row) => row.name === tag)).toHaveLength(1)
  // CB11: what was typed just before it is submitted is submitted with it.
  await form.locator('.rich-editor-text').focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Last words.')
  await form.getByRole('button', { name: 'Submit' }).press('Enter')
  await form.locator('.cms-editor-state').getByText('In review').waitFor()
  expect(await textOf(id)).toMatchObject({
    status: 'unaudited',
    content: expect.stringContaining('First words. Last words.'),
    images: [expect.stringContaining('/storage/')],
  })
  expect((await read(id)).status).toBe(404)
  await openQueue('content')
  await goTo(name)
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('r')
  // A refusal has a reason.
  await page.keyboard.press('Enter')
  await queue().getByText('Write a reason').waitFor()
  await page.keyboard.type('Name the source')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await textOf(id)).status).toBe('refused')
  await keysAreForQueue()
  await page.keyboard.press('Escape')
  await queue().waitFor({ state: 'detached' })
  await go(`content?edit=${id}`)
  await form.locator('.cms-editor-state').getByText('Refused: Name the source').waitFor()
  await form.locator('.rich-editor-text').focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Source: tea masters.')
  await form.getByRole('button', { name: 'Submit' }).press('Enter')
  await form.locator('.cms-editor-state').getByText('In review').waitFor()
  await openQueue('content')
  await goTo(name)
  // The changes since the refusal, and its reason.
  await queue().locator('ins').first().waitFor()
  await queue().getByText('It was refused for: Name the source').waitFor()
  await page.keyboard.press('a')
  await expect.poll(async () => (await textOf(id)).status).toBe('normal')
  expect(await (await read(id)).text()).toContain('Source: tea masters.')
  expect(site.errors).toEqual([])
})

it('changes of a live text are corrected and approved with a thumb, and seen by the next reader', async () => {
  const id = await addText({ title: 'Thumbs', content: '<p>Before</p>' })
  await server.api('/admin/cms.Content/approve', { id })
  await server.api('/admin/cms.Content/edit', { id, content: '<p>Aftre</p>' })
  expect(await (await read(id)).text()).toContain('Before')
  const phone = await site.browser.newContext({
    locale: 'en-US',
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  })
  page = await phone.newPage()
  await inEnglish(page)
  await startSession(page, server.address)
  await openQueue('content')
  const next = queue().getByRole('button', { name: 'Next (J)' })
  while (!(await queue().locator('h3').innerText()).includes('Thumbs')) await next.tap()
  await queue().getByText('Changes of a live text').waitFor()
  await queue().getByRole('button', { name: 'Correct before approving' }).tap()
  const body = queue().locator('.rich-editor-text')
  await body.tap()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('After')
  // Somebody else changes it meanwhile: nothing is approved that was not seen, and nothing that was typed is lost.
  await server.api('/admin/cms.Content/edit', { id, description: 'Meanwhile' })
  const approve = queue().getByRole('button', { name: 'Approve' })
  await approve.tap()
  await queue().getByText('The author has changed the text').waitFor()
  expect(await (await read(id)).text()).toContain('Before')
  expect(await approve.isDisabled()).toBe(true)
  await queue().getByRole('button', { name: 'Keep my corrections' }).tap()
  await approve.tap()
  await expect.poll(async () => (await textOf(id)).content).toBe('<p>After</p>')
  const now = await (await read(id)).text()
  expect(now).toContain('After')
  expect(now).toContain('Meanwhile')
  await phone.close()
})

it('CB11: a draft that could not save itself says so, stays here, and is saved when it can be', async () => {
  const id = await addText({ title: 'Offline', content: '<p>Before</p>' })
  await startSession(page, server.address)
  await page.route('**/cms.Content/autosave', (route) => route.abort())
  await go(`content?edit=${id}`)
  const form = shownForm(page)
  await form.locator('.rich-editor-text').focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' kept')
  await form.getByRole('alert').getByText('It could not save itself').waitFor()
  expect((await textOf(id)).content).toBe('<p>Before</p>')
  await page.unroute('**/cms.Content/autosave')
  await form.getByText(/^Saved \d/).waitFor()
  expect((await textOf(id)).content).toBe('<p>Before kept</p>')
})

it('CB10: a text is scheduled in the time of the site, whatever that of the browser is', async () => {
  const context = await site.browser.newContext({ locale: 'en-US', timezoneId: 'Europe/Amsterdam' })
  const abroad = await context.newPage()
  await inEnglish(abroad)
  await startSession(abroad, server.address)
  const id = await addText({ title: 'Later', content: '<p>Later</p>' })
  await abroad.goto(`${server.address}/#/admin/cms/content?edit=${id}`)
  const form = shownForm(abroad)
  await form.getByRole('textbox', { name: /^Published from/ }).fill('2031-03-12 11:00:00')
  await abroad.keyboard.press('Tab')
  await form.getByText(/^Saved \d/).waitFor()
  await form.getByRole('button', { name: 'Approve' }).click()
  await abroad
    .getByRole('dialog', { name: /Approve/ })
    .getByRole('button', { name: 'Approve' })
    .click()
  await form.locator('.cms-editor-state').getByText('Scheduled for 2031-03-12 11:00').waitFor()
  await form.locator('.cms-editor-state').getByText('Asia/Shanghai').waitFor()
  expect((await textOf(id)).publish_time).toBe(Date.UTC(2031, 2, 12, 3) / 1000)
  expect((await read(id)).status).toBe(404)
  await context.close()
})

it('a text is taken offline, and a sold one is retracted, with the money back', async () => {
  const password = 'long enough 7'
  const buyer = { username: 'lan', nickname: 'Lan', password, group_id: 1, gender: 2, email: 'lan@example.com' }
  expect(await server.api('/admin/user.User/add', buyer)).toMatchObject({ code: 1 })
  const database = new Sqlite(join(server.dataFolder, 'tablewright.sqlite'))
  database.prepare(`update user set money = 5000 where username = 'lan'`).run()
  database.close()
  const id = await addText({ title: 'For sale', content: '<p>Open</p><p>[paid]</p><p>Secret</p>', price: '9.90' })
  await server.api('/admin/cms.Content/approve', { id })
  const member = await signInMember(server.address, 'lan', password)
  const paid = await member('/api/cms.Pay/create', { project: 'content', object: id, type: 'balance' })
  expect(paid).toMatchObject({ code: 1 })
  const body = async () => JSON.stringify((await member(`/api/cms.Content/info?id=${id}`)).data)
  expect(await body()).toContain('Secret')
  await signIn(page, server.address)
  await go(`content?edit=${id}`)
  const form = shownForm(page)
  const runAction = async (name: string, reason: string) => {
    await form
      .getByRole('button', { name: /More|Actions/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name }).click()
    const dialog = page.getByRole('dialog', { name: new RegExp(name) })
    await dialog.getByRole('textbox').fill(reason)
    await dialog.getByRole('button', { name }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await runAction('Take offline', 'For a while')
  await expect.poll(async () => (await textOf(id)).status).toBe('offline')
  expect((await read(id)).status).toBe(404)
  // The buyer still reads it.
  expect(await body()).toContain('Secret')
  await runAction('Retract', 'Wrong figures')
  await expect.poll(body).not.toContain('Secret')
  await expect
    .poll(async () => {
      const { data } = await server.api<{ list: { username: string; money: string }[] }>(
        '/admin/user.User/index?limit=100',
      )
      return Number(data.list.find(({ username }) => username === 'lan')?.money)
    })
    .toBe(50)
})

it('comments are decided by keys, those of one member together', async () => {
  await signIn(page, server.address)
  await openQueue('comment')
  const waiting = async () =>
    (
      await server.api<{ list: { id: number }[] }>(
        '/admin/cms.Comment/index?limit=50&search[0][field]=status&search[0][operator]=eq&search[0][val]=unaudited',
      )
    ).data.list.length
  const before = await waiting()
  await page.keyboard.press('r')
  const reason = queue().getByRole('textbox', { name: 'Reason of the refusal' })
  await queue().locator('.cms-queue-reasons button').first().waitFor()
  await page.keyboard.press('Alt+1')
  await expect.poll(() => reason.inputValue()).not.toBe('')
  await page.keyboard.press('Enter')
  await expect.poll(waiting).toBe(before - 1)
  await keysAreForQueue()
  await page.keyboard.press('a')
  await expect.poll(waiting).toBe(before - 2)
  expect(site.errors).toEqual([])
})

it('channels beside the list narrow it to their texts, by keys as well', async () => {
  await signIn(page, server.address)
  await go('content')
  await rows(page).first().waitFor()
  const tree = page.getByRole('tree', { name: 'Channels' })
  const parent = tree
    .getByRole('treeitem')
    .filter({ has: page.locator('.cms-aside-arrow svg') })
    .first()
  const total = Number(await parent.locator('.cms-aside-count').innerText())
  await parent.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('channel_id')
  await expect.poll(() => rows(page).count()).toBe(Math.min(20, total))
  const open = await tree.getByRole('treeitem').count()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => tree.getByRole('treeitem').count()).toBeLessThan(open)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => tree.getByRole('treeitem').count()).toBe(open)
  await page.getByRole('button', { name: /^To review/ }).press('Enter')
  await expect.poll(() => page.url()).toContain('to_review')
  expect(site.errors).toEqual([])
})

it('a block is seen in its place before it is saved', async () => {
  await signIn(page, server.address)
  await go('block?add=1')
  const form = shownForm(page)
  await form.getByRole('textbox', { name: /^Title/ }).fill('Sale of the year')
  await form.getByRole('textbox', { name: /^Place/ }).fill('index-top-bar')
  const preview = page.frameLocator('.cms-preview-page')
  await preview.locator('.block.draft').getByText('Sale of the year').waitFor()
  await form.getByRole('textbox', { name: /^From/ }).fill('2031-01-01 00:00:00')
  await page.keyboard.press('Tab')
  await form.getByText('It is shown from 2031-01-01').waitFor()
  await form.getByRole('textbox', { name: /^Place/ }).fill('nowhere')
  await form.getByText('The site has no place “nowhere”').waitFor()
  expect(await (await fetch(`${server.address}/read`)).text()).not.toContain('Sale of the year')
  expect(site.errors).toEqual([])
})
