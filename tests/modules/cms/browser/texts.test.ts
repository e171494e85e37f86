/** Texts in a real browser: the list, a text with its review in every look, and an edit of a live one. */
import { beforeEach, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { rows, shownForm, signIn } from '../../../support/browser.ts'
import { inspectInEachLook } from '../../../support/inspect.ts'
import type { Running } from '../../../support/running.ts'
import { useSite } from '../../../support/site.ts'

const site = useSite()
let server: Running
beforeEach(() => {
  ;({ server } = site)
})

interface TextPage {
  readonly list: readonly {
    readonly id: number
    readonly title: string
    readonly waiting: number
    readonly shown: number
  }[]
}

const texts = async () => (await server.api<TextPage>('/admin/cms.Content/index?limit=100')).data.list

const open = async (page: Page, id: number): Promise<void> => {
  await page.goto(`${server.address}/#/admin/cms/content?edit=${id}`)
  await shownForm(page).locator('.cms-review li').first().waitFor()
}

it('the lists and a text with changes that wait have no fault in any look', async () => {
  const text = (await texts()).find((row) => row.waiting === 1)!
  const list = (path: string) => async (page: Page) => {
    await page.goto(`${server.address}/#/admin/cms/${path}`)
    await rows(page).first().waitFor()
  }
  await inspectInEachLook(site, {
    'cms-texts': list('content'),
    'cms-channels': list('channel'),
    'cms-comments': list('comment'),
    'cms-text': (page) => open(page, text.id),
  })
})

it('a live text is edited, compared, approved and read', async () => {
  const { page } = site
  await signIn(page, server.address)
  const text = (await texts()).find((row) => row.shown === 7 && row.waiting === 0)!
  await open(page, text.id)
  const form = shownForm(page)
  await form
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .fill('A title that is new')
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  await open(page, text.id)
  await form.locator('.cms-review ins').first().waitFor()
  const read = () => page.request.get(`${server.address}/read/${text.id}`).then((answer) => answer.text())
  expect(await read()).toContain(text.title)
  expect(await server.api('/admin/cms.Content/approveChanges', { id: text.id })).toMatchObject({ code: 1 })
  expect(await read()).toContain('A title that is new')
  expect(site.errors).toEqual([])
})
