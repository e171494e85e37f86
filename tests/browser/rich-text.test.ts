/** The editor of rich text, as people use it: by keyboard, with an input method, on a phone, and with hostile texts. */
import type { CDPSession, Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { faults, looksByLanguage, shownPage, startSession } from '../support/browser.ts'
import { inspectLooks, openForLooks } from '../support/inspect.ts'
import type { Running } from '../support/running.ts'
import { useTestSite } from './test-site.ts'

const whole =
  '<h2>Opening hours</h2><p>Open <strong>daily</strong>, see the ' +
  '<a href="https://x.test/" rel="noopener noreferrer">map</a>.</p>' +
  '<ul><li><p>Depot</p></li><li><p>Yard</p></li></ul><blockquote><p>仓库每月盘点一次</p></blockquote>' +
  '<table><tbody><tr><th><p>Day</p></th><th><p>Hours</p></th></tr>' +
  '<tr><td><p>Monday</p></td><td><p>8–18</p></td></tr></tbody></table>'

const site = useTestSite({ demo: false }, async (server) => {
  const item = { group: 'basics', title: 'Story', type: 'editor' }
  for (const [name, value] of [
    ['own_story', '<p>Story</p>'],
    ['own_whole', whole],
  ] as const)
    await server.api('/admin/routine.Config/add', { ...item, name, title: name, value })
})
let server: Running
let page: Page
beforeEach(() => {
  ;({ server, page } = site)
})

const valueOf = async (name: string) => {
  const { data } = await server.api<{ list: Record<string, { list: { name: string; value: unknown }[] }> }>(
    '/admin/routine.Config/index',
  )
  return data.list['basics']?.list.find((setting) => setting.name === name)?.value
}
const editorOf = (name: string) => shownPage(page).getByRole('textbox', { name })
const open = async () => {
  await startSession(page, server.address)
  await page.goto(`${server.address}/#/admin/routine/config`)
  await editorOf('own_story').waitFor()
}
const replaceWith = async (text: string) => {
  await editorOf('own_story').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.type(text)
}
const save = async () => {
  await shownPage(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => shownPage(page).getByText('Unsaved changes').count()).toBe(0)
}
const words = () =>
  shownPage(page)
    .locator('.rich-editor')
    .filter({ has: page.getByRole('textbox', { name: 'own_story' }) })
    .locator('.rich-count')
    .textContent()
const markup = (name = 'own_story') => editorOf(name).evaluate((element) => element.innerHTML)

describe('the editor of rich text', () => {
  it('formats by keyboard and by the slash menu, and saves untouched texts unchanged', async () => {
    await open()
    await replaceWith('Plan')
    await page.keyboard.press('Home')
    await page.keyboard.press('Alt+F10')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Paragraph style')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Heading 2' }).waitFor()
    await page.getByRole('menuitem', { name: 'Heading 2' }).press('Enter')
    await editorOf('own_story').and(page.locator(':focus')).waitFor()
    // The menu gives the focus back before the caret.
    await expect
      .poll(() => editorOf('own_story').evaluate((element) => element.contains(getSelection()?.anchorNode ?? null)))
      .toBe(true)
    await page.keyboard.press('End')
    await expect.poll(() => page.evaluate(() => getSelection()?.anchorOffset)).toBe('Plan'.length)
    await page.keyboard.press('Enter')
    await page.keyboard.type('/num')
    await page.getByRole('option', { name: 'Numbered list' }).waitFor()
    expect(await editorOf('own_story').getAttribute('aria-activedescendant')).toMatch(/-0$/)
    await page.keyboard.press('Enter')
    await page.keyboard.type('one')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('inner')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    // Tab leaves the list after Escape.
    await expect
      .poll(() => editorOf('own_story').evaluate((element) => element.contains(document.activeElement)))
      .toBe(false)
    await editorOf('own_story').focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Control+k')
    await page.getByLabel('Address of the link').fill('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'https://' }).waitFor()
    await page.getByLabel('Address of the link').fill('x.test/a')
    await page.keyboard.press('Enter')
    expect(await faults(page)).toEqual([])
    await save()
    await expect
      .poll(() => valueOf('own_story'))
      .toBe(
        '<h2>Plan</h2><ol><li><p>one</p><ol><li><p>inner<a href="https://x.test/a" rel="noopener noreferrer">' +
          'https://x.test/a</a></p></li></ol></li></ol>',
      )
    expect(await valueOf('own_whole')).toBe(whole)
    expect(site.errors).toEqual([])
  })

  it('takes Chinese from an input method at the start of a heading, after bold and over two lines', async () => {
    await open()
    const session = await page.context().newCDPSession(page)
    await replaceWith('')
    await page.keyboard.type('## Head')
    await page.keyboard.press('Home')
    await compose(session, 'cangku', '仓库')
    await expect.poll(() => markup()).toContain('<h2>仓库Head</h2>')
    // The input method has ended by then.
    await expect.poll(words).toBe('3 words')
    // It may still set the caret behind its text.
    await expect
      .poll(async () => {
        await page.keyboard.press('End')
        return page.evaluate(() => {
          const { anchorNode, anchorOffset } = getSelection()!
          return [anchorNode?.textContent, anchorOffset]
        })
      })
      .toEqual(['仓库Head', 6])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+b')
    await compose(session, 'cangku', '仓库')
    await expect.poll(() => markup()).toContain('<p><strong>仓库</strong></p>')
    await expect.poll(words).toBe('5 words')
    await page.keyboard.press('Enter')
    await page.keyboard.type('last')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Shift+Home')
    await compose(session, 'cangku', '仓库')
    await save()
    await expect
      .poll(async () => String(await valueOf('own_story')).replace(/<\/?strong>/g, ''))
      .toBe('<h2>仓库Head</h2><p>仓库</p>')
    // The slash of a Chinese keyboard.
    await editorOf('own_story').focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.insertText('、')
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0)
    expect(site.errors).toEqual([])
  })

  it('T56: runs nothing of what is pasted, and keeps the rest; pictures are sent and described', async () => {
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await open()
    await replaceWith('')
    const paste = (data: Readonly<Record<string, string>>, name?: string, bytes: readonly number[] = []) =>
      editorOf('own_story').evaluate(
        (element, { data, name, bytes }) => {
          const transfer = new DataTransfer()
          for (const [type, text] of Object.entries(data)) transfer.setData(type, text)
          if (name) transfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
          element.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }),
          )
        },
        { data, name, bytes },
      )
    for (const attack of [
      '<img src=x onerror=alert(1)>a',
      '<svg onload=alert(1)></svg>b',
      '<a href="javascript:alert(1)">c</a>',
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '<p data-pm-slice="0 0 [&quot;x&quot;,{}]" onclick="alert(1)">d</p>',
    ])
      await paste({ 'text/html': attack })
    await expect.poll(() => editorOf('own_story').textContent()).toMatch(/a.*b.*c.*d/)
    expect(await markup()).not.toMatch(/onerror|onload|onclick|javascript|<svg/)
    await page.keyboard.press('Control+End')
    const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#135' } })
      .png()
      .toBuffer()
    await paste({}, 'gate.png', [...bytes])
    await editorOf('own_story').locator('img[src^="/storage"]').waitFor()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Enter')
    await page.getByLabel('Alternative text').fill('Gate')
    await page.keyboard.press('Enter')
    await expect.poll(() => markup()).toContain('alt="Gate"')
    await save()
    await expect.poll(() => valueOf('own_story')).toMatch(/<img src="\/storage\/[^"]+" alt="Gate">/)
    expect(dialogs).toEqual([])
  })

  it.each(looksByLanguage)('has no fault in $language', async ({ language, looks: views }) => {
    ;({ page } = await openForLooks(site, views))
    await open()
    await editorOf('own_whole').click()
    await inspectLooks(page, views, 'rich-text')
    await editorOf('own_whole').locator('td').first().click()
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    await page.getByRole('listbox').waitFor()
    await inspectLooks(page, views, 'rich-text-menu')
    await page.keyboard.press('Escape')
    // On a phone the bar is one row, with the rest in a menu.
    await page.setViewportSize({ width: 390, height: 420 })
    const bar = shownPage(page)
      .locator('.rich-editor')
      .filter({ has: page.getByRole('textbox', { name: 'own_whole' }) })
      .getByRole('toolbar')
      .first()
    await bar.getByRole('button', { name: language === 'en' ? 'More' : '更多' }).click()
    await page.getByRole('menuitem', { name: language === 'en' ? 'Quotation' : '引用' }).waitFor()
    // Two rows of buttons would take more.
    expect((await bar.boundingBox())!.height).toBeLessThan(60)
    expect(await bar.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  })
})

/** An input method first shows the letters that were typed, then what was chosen for them. */
async function compose(session: CDPSession, letters: string, text: string): Promise<void> {
  for (let length = 1; length <= letters.length; length += 1)
    await session.send('Input.imeSetComposition', {
      text: letters.slice(0, length),
      selectionStart: length,
      selectionEnd: length,
    })
  await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await session.send('Input.insertText', { text })
}
