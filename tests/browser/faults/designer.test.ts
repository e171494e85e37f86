/**
 * The designer as somebody uses it: a help desk of two tables, from nothing to screens that work, with the mouse and
 * with the keyboard alone; and what its pages look like. Applied changes come into the page that is open. It copies the
 * project and starts `dev`.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  applyLook,
  followSystemTheme,
  launch,
  looksByLanguage,
  openPage,
  rows,
  shownForm,
  startSession,
} from '../../support/browser.ts'
import { freePort } from '../../support/free-port.mjs'
import { inspectLooks } from '../../support/inspect.ts'
import { copyProject, type ProjectCopy } from '../../support/project-copy.ts'
import { adminPassword } from '../../support/running.ts'
import { prepareTestProject } from '../../support/test-project.ts'

const isCheckbox = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element.matches('input[type=checkbox]'))

/** The ways in which a person uses one control. Each counts as one action. */
interface Hand {
  press(target: Locator): Promise<void>
  type(target: Locator, text: string): Promise<void>
  choose(target: Locator, label: string): Promise<void>
}

const mouse: Hand = {
  // The box that a person presses is drawn over the input.
  press: async (target) => target.click({ force: await isCheckbox(target) }),
  async type(target, text) {
    await target.fill(text)
    await target.blur()
  },
  choose: async (target, label) => {
    await target.selectOption({ label })
  },
}

/** Nothing but keys: Tab to the control, then what operates it. */
function keyboardOf(page: Page): Hand {
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor()
    for (let count = 0; count < 300; count++) {
      const place = await target.evaluate((element) => {
        const active = document.activeElement
        if (active === element) return 'here'
        const isAfter = active && element.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING
        return isAfter ? 'before' : 'after'
      })
      if (place === 'here') return
      await page.keyboard.press(place === 'before' ? 'Shift+Tab' : 'Tab')
    }
    throw new Error(`no key leads to ${String(target)}`)
  }
  return {
    async press(target) {
      await reach(target)
      await page.keyboard.press((await isCheckbox(target)) ? 'Space' : 'Enter')
    },
    async type(target, text) {
      await reach(target)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    },
    async choose(target, label) {
      await reach(target)
      await target.locator('option', { hasText: label }).waitFor({ state: 'attached' })
      await page.keyboard.press('Home')
      for (let count = 0; count < 100; count++) {
        if ((await target.evaluate((element) => (element as HTMLSelectElement).selectedOptions[0]?.label)) === label)
          return
        await page.keyboard.press('ArrowDown')
      }
      throw new Error(`there is no ${label}`)
    },
  }
}

function counted(hand: Hand): { readonly hand: Hand; readonly count: () => number } {
  let actions = 0
  const count = async (work: Promise<void>): Promise<void> => {
    actions++
    await work
  }
  return {
    hand: {
      press: (target) => count(hand.press(target)),
      type: (target, text) => count(hand.type(target, text)),
      choose: (target, label) => count(hand.choose(target, label)),
    },
    count: () => actions,
  }
}

describe('a help desk', () => {
  let copy: ProjectCopy
  let child: ChildProcess
  let browser: Browser
  let page: Page
  let address: string
  let token = ''
  let said = ''
  beforeAll(async () => {
    await prepareTestProject()
    copy = copyProject({ built: true })
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    const words = ['dev', '--port', String(port), '--no-demo', '--no-captcha', '--lang', 'en']
    child = spawn(process.execPath, [copy.launcher, ...words, '--data', join(copy.root, 'data')], {
      cwd: copy.root,
      env: { ...process.env, TABLEWRIGHT_ADMIN_PASSWORD: adminPassword, DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    while (!said.includes('Press Ctrl-C')) {
      if (child.exitCode !== null) throw new Error(said)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const answer = await fetch(`${address}/admin/Index/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: adminPassword }),
    })
    token = ((await answer.json()) as { data: { userInfo: { token: string } } }).data.userInfo.token
    browser = await launch()
    page = (await openPage(browser, looksByLanguage.find(({ language }) => language === 'en')!.looks[0]!)).page
    await followSystemTheme(page)
    await startSession(page, address)
  })
  afterAll(async () => {
    await browser?.close()
    child?.kill('SIGTERM')
    if (child && child.exitCode === null) await new Promise((resolve) => child.once('close', resolve))
    copy?.remove()
  })

  const open = async (path: string): Promise<void> => {
    await page.goto(`${address}/#/admin/${path}`)
    await page.locator('.tw-page:not([hidden])').waitFor()
  }
  const buttonOf = (name: string): Locator => page.getByRole('button', { name, exact: true })

  async function addField({ press, type }: Hand, kind: string, label: string): Promise<void> {
    await press(page.getByRole('navigation', { name: 'Add a field' }).getByRole('button', { name: kind, exact: true }))
    const english = page.getByRole('complementary', { name: 'Properties' }).getByLabel('Label in English')
    await expect.poll(() => english.inputValue().catch(() => '')).toBe(kind)
    await type(english, label)
    await page.getByRole('button', { name: `Undo “New field` }).last().waitFor()
    await expect.poll(() => english.inputValue()).toBe(label)
    // The form follows.
    await expect.poll(() => labelsIn(page.locator('.designer-form'))).toContainEqual(expect.stringMatching(label))
  }

  async function applyAll({ press, type }: Hand, entity: string): Promise<void> {
    await press(buttonOf('Review and apply'))
    const sheet = page.getByRole('dialog', { name: 'What will happen' })
    await sheet.getByText('Database', { exact: true }).waitFor()
    await type(sheet.getByLabel('Your password'), adminPassword)
    await press(sheet.getByRole('button', { name: /^Apply/ }))
    await sheet.waitFor({ state: 'hidden' })
    // A server with the new table takes over.
    const [module, name] = entity.split('/')
    const isThere = async (): Promise<unknown> => {
      const answer = await page.request.get(`${address}/admin/${module}.${name}/index`, { headers: { batoken: token } })
      return answer.ok() ? ((await answer.json()) as { readonly code: number }).code : null
    }
    await expect.poll(isThere, { timeout: 60_000 }).toBe(1)
  }

  /** @returns the labels of the form of tickets, as it was drawn before there was one */
  async function design(hand: Hand, module: string): Promise<readonly string[]> {
    const { press, type, choose } = hand
    await open('crud/crud')
    await press(buttonOf('New table'))
    const dialog = page.getByRole('dialog', { name: 'New table' })
    await type(dialog.getByLabel('Label in English'), 'Tickets')
    await choose(dialog.getByLabel('Module', { exact: true }), 'New module…')
    await type(dialog.getByLabel('Name of the module'), module)
    await type(dialog.getByLabel('Name', { exact: true }), 'ticket')
    await press(dialog.getByRole('button', { name: 'Design it' }))
    await addField(hand, 'Long text', 'Problem')
    await addField(hand, 'Options', 'Priority')
    await type(page.getByLabel('Option 1 (en)'), 'Low')
    await type(page.getByLabel('Option 2 (en)'), 'High')
    await addField(hand, 'Date', 'Due')
    await addField(hand, 'Email', 'Asker')
    const drawn = await labelsIn(page.locator('.designer-form'))
    await applyAll(hand, `${module}/ticket`)
    await press(buttonOf('Back'))
    await press(buttonOf('New table'))
    await type(dialog.getByLabel('Label in English'), 'Replies')
    await choose(dialog.getByLabel('Module', { exact: true }), moduleLabel(module))
    await type(dialog.getByLabel('Name', { exact: true }), 'reply')
    await press(dialog.getByRole('button', { name: 'Design it' }))
    await choose(page.getByLabel('Refer to table'), `Tickets (${module}/ticket)`)
    await addField(hand, 'Reference', 'Ticket')
    await press(page.getByRole('complementary', { name: 'Properties' }).getByLabel('Required'))
    await addField(hand, 'Long text', 'Answer')
    await applyAll(hand, `${module}/reply`)
    await press(buttonOf('Back'))
    return drawn
  }

  const labelsIn = (form: Locator): Promise<string[]> => form.locator('label').allInnerTexts()

  const moduleLabel = (module: string): string => module.charAt(0).toUpperCase() + module.slice(1)

  it.each(['mouse', 'keyboard'] as const)(
    'is designed with the %s alone in at most 120 actions',
    async (which) => {
      await applyLook(page, { language: 'en', dark: false, width: 1280 })
      await page.goto('about:blank')
      // A second try has a module of its own.
      const module = `${which.slice(0, 5)}${Date.now() % 100_000}`
      const { hand, count } = counted(which === 'mouse' ? mouse : keyboardOf(page))
      const drawn = await design(hand, module)
      process.stdout.write(`${which}: ${count()} actions\n`)
      expect(count()).toBeLessThanOrEqual(120)
      await open(`${module}/ticket`)
      await page.getByRole('button', { name: 'Add', exact: true }).first().click()
      const form = shownForm(page)
      await form.getByLabel(/^Name/).waitFor()
      // The form is what the designer has drawn (DI6).
      expect(await labelsIn(form)).toEqual(drawn)
      await form.getByLabel(/^Name/).fill('Printer')
      await form.getByLabel(/^Asker/).fill('ann@example.org')
      await form
        .getByRole('button', { name: /^(Save|Submit|OK)/ })
        .first()
        .click()
      await rows(page).filter({ hasText: 'Printer' }).waitFor()
      expect(copy.read(`schemas/${module}/reply.json`)).toContain(`"x-relation": "${module}/ticket"`)
    },
    240_000,
  )

  it('starts with a statement, a file and a copy, and takes a field where it is dragged', async () => {
    await applyLook(page, { language: 'en', dark: false, width: 1280 })
    const { press, type, choose } = mouse
    const dialog = page.getByRole('dialog', { name: 'New table' })
    const form = page.locator('.designer-form')
    const startFrom = async (way: string, fill: () => Promise<void>): Promise<readonly string[]> => {
      const name = `${way.replace(/\W/g, '').toLowerCase().slice(0, 6)}_${Date.now() % 100_000}`
      await page.goto('about:blank')
      await open('crud/crud')
      await press(buttonOf('New table'))
      await type(dialog.getByLabel('Label in English'), `From ${way}`)
      await type(dialog.getByLabel('Name', { exact: true }), name)
      await choose(dialog.getByLabel('Start from'), way)
      await fill()
      await press(dialog.getByRole('button', { name: 'Design it' }))
      await dialog.waitFor({ state: 'hidden' })
      const refusal = page.locator('.designer').getByRole('alert')
      await form.locator('label').or(refusal).first().waitFor()
      expect(await refusal.allInnerTexts()).toEqual([])
      return labelsIn(form)
    }
    const statement = 'CREATE TABLE part (id INTEGER PRIMARY KEY, title VARCHAR(80) NOT NULL, price DECIMAL(10,2))'
    const ofStatement = await startFrom('CREATE TABLE', () => type(dialog.getByLabel('Statement'), statement))
    expect(ofStatement.map((label) => label.toLowerCase())).toEqual([
      expect.stringContaining('title'),
      expect.stringContaining('price'),
    ])
    const file = {
      name: 'visits.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Guest,Hours\nAnn,1.5\nBob,2\nCid,3\n'),
    }
    const ofFile = await startFrom('CSV file', () => dialog.getByLabel('File').setInputFiles(file))
    expect(ofFile.join(' ')).toMatch(/Guest.*Hours/)
    const ofCopy = await startFrom('Copy of a table', async () => {
      await dialog.getByLabel('Table to copy').selectOption('shop/brand')
    })
    expect(ofCopy.length).toBeGreaterThan(1)
    const boxOf = (label: string): Locator => page.getByRole('button', { name: `Select the field “${label}”` })
    const [top, last] = [boxOf('Name'), boxOf('Introduction')]
    const edgeOf = async (box: Locator, isLower: boolean) => {
      const { width, height } = (await box.boundingBox())!
      return { targetPosition: { x: width / 2, y: isLower ? height - 3 : 3 } }
    }
    await page
      .getByRole('navigation', { name: 'Add a field' })
      .getByRole('button', { name: 'Date', exact: true })
      .dragTo(top, await edgeOf(top, false))
    await expect.poll(async () => (await labelsIn(form))[0]).toMatch(/^Date/)
    await boxOf('Date').dragTo(last, await edgeOf(last, true))
    await expect.poll(async () => (await labelsIn(form)).at(-1)).toMatch(/^Date/)
    await press(buttonOf('Discard all'))
  })

  it.each(looksByLanguage.toReversed())('looks right in $language', async ({ language, looks: ownLooks }) => {
    const zh = language === 'zh-cn'
    if (zh) {
      page = (await openPage(browser, ownLooks[0]!)).page
      await followSystemTheme(page)
      await startSession(page, address)
    }
    await page.goto('about:blank')
    await open('crud/crud')
    const table = page.getByRole('button', { name: zh ? '商品' : 'Products', exact: true })
    await table.first().waitFor()
    await inspectLooks(page, ownLooks, 'designer-tables')
    await buttonOf(zh ? '添加数据表' : 'New table').click()
    await page.getByRole('dialog').waitFor()
    await inspectLooks(page, ownLooks, 'designer-new')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await buttonOf(zh ? '历史' : 'History').click()
    await page.getByRole('dialog').getByRole('list').first().waitFor()
    await inspectLooks(page, ownLooks, 'designer-history')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await table.first().click()
    await page.getByRole('tab', { name: zh ? '列表' : 'List', exact: true }).waitFor()
    await inspectLooks(page, ownLooks, 'designer-entity')
    const wide = { ...ownLooks[0]!, width: 1280 }
    await applyLook(page, wide)
    const palette = page.getByRole('navigation', { name: zh ? '添加字段' : 'Add a field' })
    await palette.getByRole('button', { name: zh ? '选项' : 'Options', exact: true }).click()
    await page.getByLabel(zh ? '选项 1（en）' : 'Option 1 (en)').waitFor()
    await inspectLooks(page, ownLooks, 'designer-field')
    await applyLook(page, wide)
    await buttonOf(zh ? '查看并应用' : 'Review and apply').click()
    await page.getByLabel(zh ? '您的密码' : 'Your password').waitFor()
    await inspectLooks(page, ownLooks, 'designer-sheet')
  })
})
