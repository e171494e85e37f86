/**
 * `tablewright dev` as somebody uses it: a real browser with a form that is half filled in, while schemas are edited,
 * in a project of about ten entities and in one of 300. The times are printed. They are those of a quiet machine: the
 * best of three is compared with its limit.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { addHook, addPage } from '../../../cli/adding/code.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launch, openPage, shownForm, signIn } from '../../support/browser.ts'
import { freePort } from '../../support/free-port.mjs'
import { copyProject, type ProjectCopy } from '../../support/project-copy.ts'
import { adminPassword } from '../../support/running.ts'
import { prepareTestProject } from '../../support/test-project.ts'

const brand = 'schemas/shop/brand.json'
/** Milliseconds from an edit until it is on the screen: one of texts, and one that the database follows. */
const limits = { text: 1000, shape: 2000 }
/** A process that waits for the next edit is there only some time after the last one. */
const betweenMs = 2500
const name = '"x-label": { "zh-cn": "品牌名称", "en": "Name" }'
let copy: ProjectCopy
let child: ChildProcess
let browser: Browser
let page: Page
let said = ''
let addEntity: (entity: string, label: string) => void

describe.runIf(process.env['TABLEWRIGHT_TEST_DEV'] === '1').each([0, 290])('dev with %i more entities', (more) => {
  beforeAll(async () => {
    await prepareTestProject()
    copy = copyProject({ built: false })
    const unit = JSON.parse(copy.read('schemas/shop/unit.json')) as object
    const write = (entity: string, label: string): void =>
      copy.write(
        `schemas/shop/${entity}.json`,
        JSON.stringify({ ...unit, $id: `shop/${entity}`, 'x-label': { 'zh-cn': label, en: label } }),
      )
    for (let at = 0; at < more; at++) write(`copy_${at}`, `Copies ${at}`)
    addEntity = write
    const label = "{ 'zh-cn': '页', en: 'Page' }"
    for (const page of ['overview', 'map']) expect(addPage(copy.root, 'shop', page, label)).not.toBe(null)
    expect(addHook(copy.root, 'shop', 'brand')).not.toBe(null)
    said = ''
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
  async function timed(what: string, edit: () => void, isThere: () => Promise<unknown>): Promise<number> {
    const startedAt = performance.now()
    edit()
    await isThere()
    const took = Math.round(performance.now() - startedAt)
    process.stdout.write(`${what}: ${took} ms\n`)
    return took
  }

  /** The best of three: edits one after the other, with the pause of somebody who types. */
  async function best(what: string, edit: (at: number) => void, isThere: (at: number) => Promise<unknown>) {
    const times: number[] = []
    for (let at = 0; at < 3; at++) {
      await new Promise((resolve) => setTimeout(resolve, betweenMs))
      times.push(
        await timed(
          what,
          () => edit(at),
          () => isThere(at),
        ),
      )
    }
    return Math.min(...times)
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

  it('shows a syntax error of a page, open or not, and the page once it is corrected, without a reload', async () => {
    const report = page.locator('aside[role=alert]')
    const alert = report.getByText('The file cannot be parsed')
    await page.evaluate(() => document.body.setAttribute('data-mark', 'same page'))
    await page.goto(`${page.url().split('#')[0]}#/admin/shop/overview`)
    await page.getByText('This page is empty so far.').waitFor()
    for (const name of ['Overview', 'Map']) {
      const file = `runtime/modules/shop/web/pages/${name}Page.tsx`
      copy.edit(file, '<p>{greeting', '<p>{{greeting')
      await alert.waitFor()
      await report.getByText(`${name}Page.tsx:9`).first().waitFor()
      if (name === 'Map') await page.goto(`${page.url().split('#')[0]}#/admin/shop/map`)
      copy.edit(file, '<p>{{greeting', `<p>${name} is back: {greeting`)
      await page.getByText(`${name} is back`).waitFor()
      await report.waitFor({ state: 'detached' })
    }
    expect(await page.locator('body').getAttribute('data-mark')).toBe('same page')
    expect(said).toContain('error[TW2110] runtime/modules/shop/web/pages/MapPage.tsx:9')
    await page.goto(`${page.url().split('#')[0]}#/admin/shop/brand`)
    await shownForm(page).waitFor()
  })

  it('shows what a module prints and throws, with the file and line of the source', async () => {
    const file = 'runtime/modules/shop/server/brand-hooks.ts'
    const empty = 'async beforeCreate(_scope, _trx, _change) {},'
    copy.edit(
      file,
      empty,
      `async beforeCreate(_scope, _trx, change) {
    console.log('a brand', change.given.get('name'))
    if (change.given.get('name') === 'Nobody') throw new RangeError('no such brand')
  },`,
    )
    const token = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('adminInfo') ?? '{}') as { token: string }).token,
    )
    const add = async () => {
      const answer = await page.request.post(`${page.url().split('#')[0]}admin/shop.Brand/add`, {
        data: { name: 'Nobody' },
        headers: { batoken: token, 'x-tablewright': '1' },
      })
      return answer.status()
    }
    await expect.poll(add, { timeout: 30_000 }).toBe(500)
    await expect.poll(() => said).toContain(`a brand Nobody (${file}:11)`)
    await expect
      .poll(() => said)
      .toMatch(/RangeError: no such brand\n {4}at .*runtime\/modules\/shop\/server\/brand-hooks\.ts:12:\d+/)
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

  it(
    'keeps its limits, and what was entered, for texts, fields, options and entities',
    { timeout: 240_000 },
    async () => {
      await page.getByRole('button', { name: 'Add', exact: true }).first().click()
      const label = (text: string) => shownForm(page).getByLabel(new RegExp(`^${text}`))
      await label('Brand name').fill('Half typed')
      const motto = (at: number): string =>
        `"motto${at}": { "type": "string", "maxLength": 40, "x-label": { "zh-cn": "口号", "en": "Motto ${at}" } },`
      const grade = (at: number): string => {
        const values = Array.from({ length: at }, (_, value) => value)
        const title = (value: number): string => `"x-label": { "zh-cn": "级${value}", "en": "Grade ${value}" }`
        const option = (value: number): string => `"g${value}": { "value": ${value}, ${title(value)}, "tone": "none" }`
        return (
          `"grade": { "type": "integer", "enum": [${values.join(', ')}], ` +
          `"x-options": { ${values.map(option).join(', ')} }, "x-label": { "zh-cn": "级", "en": "Grade" } },`
        )
      }
      const names = ['Brand name', 'Label 0', 'Label 1', 'Label 2']
      const text = await best(
        'a text',
        (at) => copy.edit(brand, `"en": "${names[at]}"`, `"en": "${names[at + 1]}"`),
        (at) => label(`Label ${at}`).waitFor(),
      )
      const field = await best(
        'a field',
        (at) => {
          copy.edit(brand, '"properties": {', `"properties": { ${motto(at)}`)
          copy.edit(brand, '["image"]', `["motto${at}"], ["image"]`)
        },
        (at) => label(`Motto ${at}`).waitFor(),
      )
      copy.edit(brand, '"properties": {', `"properties": { ${grade(2)}`)
      copy.edit(brand, '["image"]', '["grade"], ["image"]')
      await label('Grade').waitFor()
      const option = await best(
        'an option',
        (at) => copy.edit(brand, grade(at + 2), grade(at + 3)),
        (at) =>
          label('Grade')
            .getByText(`Grade ${at + 2}`, { exact: true })
            .waitFor({ state: 'attached' }),
      )
      const removed = await best(
        'a field less',
        (at) => {
          copy.edit(brand, motto(at), '')
          copy.edit(brand, `["motto${at}"], `, '')
        },
        (at) => label(`Motto ${at}`).waitFor({ state: 'detached' }),
      )
      const entity = await best(
        'an entity',
        (at) => addEntity(`fresh_${at}`, `Fresh things ${at}`),
        (at) => page.getByText(`Fresh things ${at}`).first().waitFor({ state: 'attached' }),
      )
      expect(await label('Label 2').inputValue()).toBe('Half typed')
      const found = { text, field, option, removed, entity }
      const over = Object.entries(found).filter(([what, took]) => took > (what === 'text' ? limits.text : limits.shape))
      expect(over).toEqual([])
    },
  )
})
