/**
 * `tablewright dev` as somebody uses it: a real browser with a form that is half filled in, while schemas are edited.
 * The times are printed; how fast it is depends on the machine.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launch, openPage, shownForm, signIn } from '../../support/browser.ts'
import { freePort } from '../../support/free-port.mjs'
import { copyProject, type ProjectCopy } from '../../support/project-copy.ts'
import { adminPassword } from '../../support/running.ts'
import { prepareTestProject } from '../../support/test-project.ts'

const brand = 'schemas/shop/brand.json'
const name = '"x-label": { "zh-cn": "品牌名称", "en": "Name" }'
let copy: ProjectCopy
let child: ChildProcess
let browser: Browser
let page: Page
let said = ''

describe.runIf(process.env['TABLEWRIGHT_TEST_DEV'] === '1')('dev', () => {
  beforeAll(async () => {
    await prepareTestProject()
    copy = copyProject({ built: false })
    const port = await freePort()
    const words = [
      'dev',
      '--port',
      String(port),
      '--no-demo',
      '--no-captcha',
      '--data',
      join(copy.root, 'data'),
      '--lang',
      'en',
    ]
    child = spawn(process.execPath, [copy.launcher, ...words], {
      cwd: copy.root,
      env: { ...process.env, TABLEWRIGHT_ADMIN_PASSWORD: adminPassword, DATABASE_URL: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    while (!said.includes('Press Ctrl-C')) await new Promise((resolve) => setTimeout(resolve, 100))
    browser = await launch()
    page = (await openPage(browser, { language: 'en', dark: false, width: 1280 })).page
    await signIn(page, `http://127.0.0.1:${port}`)
    await page.goto(`http://127.0.0.1:${port}/#/admin/shop/brand`)
    await page.getByRole('button', { name: 'Add', exact: true }).first().click()
    await shownForm(page).getByLabel(/^Name/).fill('Half typed')
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    child?.kill('SIGTERM')
    await new Promise((resolve) => child.once('close', resolve))
    copy?.remove()
  })

  /** Milliseconds from an edit to what is to be on the screen. */
  async function timed(what: string, edit: () => void, isThere: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now()
    edit()
    await isThere()
    process.stdout.write(`${what}: ${Math.round(performance.now() - startedAt)} ms\n`)
  }

  it('shows an edited label in the open form, which keeps its input', async () => {
    await timed(
      'a label',
      () => copy.edit(brand, name, name.replace('"Name"', '"Brand name"')),
      () =>
        shownForm(page)
          .getByLabel(/^Brand name/)
          .waitFor(),
    )
    expect(
      await shownForm(page)
        .getByLabel(/^Brand name/)
        .inputValue(),
    ).toBe('Half typed')
  })

  it('shows problems in the page and goes on with the last good state', async () => {
    await timed(
      'a problem',
      () => copy.edit(brand, '"maxLength": 64', '"maxLenght": 64'),
      () => page.getByRole('alert').getByText('"maxLenght" is not a keyword here').waitFor(),
    )
    expect(said).toContain('error[TW1101] shop/brand.json')
    copy.edit(brand, '"maxLenght": 64', '"maxLength": 64')
    await page.getByRole('alert').getByText('Problems in schemas').waitFor({ state: 'detached' })
  })

  it('adds a field with its column while the session and the input stay', async () => {
    await timed(
      'a field',
      () => {
        copy.edit(
          brand,
          '"properties": {',
          '"properties": { "motto": { "type": "string", "maxLength": 40, ' +
            '"x-label": { "zh-cn": "口号", "en": "Motto" } },',
        )
        copy.edit(brand, '["name"], ["image"]', '["name"], ["motto"], ["image"]')
      },
      () =>
        shownForm(page)
          .getByLabel(/^Motto/)
          .waitFor(),
    )
    expect(
      await shownForm(page)
        .getByLabel(/^Brand name/)
        .inputValue(),
    ).toBe('Half typed')
    await shownForm(page)
      .getByLabel(/^Motto/)
      .fill('Onward')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Edit “Half typed”' }).waitFor()
  })

  it('waits for a decision before a change that the stored records do not fit', async () => {
    copy.edit(brand, '"required": ["name"]', '"required": ["name", "introduce"]')
    await page.getByRole('alert').getByText('to be decided').waitFor()
    expect(said).toContain('tablewright apply --plan')
    copy.edit(brand, '"required": ["name", "introduce"]', '"required": ["name"]')
    await page.getByRole('alert').getByText('to be decided').waitFor({ state: 'detached' })
  })
})
