/**
 * Bytes of JavaScript and CSS that a browser loads, gzip: of the sign-in page, then what a list and a form add; and of
 * the sign-in page of members and the page of a questionnaire, in browsers that have loaded nothing yet.
 */
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { existsSync } from 'node:fs'
import { addRichText, password } from './servers.mjs'

const shell = '/usr/bin/chromium-headless-shell'
export const chromiumPath = process.env.CHROMIUM ?? (existsSync(shell) ? shell : '/usr/bin/chromium')

export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * @param server ours, with an administrator's token
 * @returns {{ signIn, list, form, settings, memberSignIn, fill }} KB of `js` and `css`, gzip, and of `js` the `editor`
 * of rich text; list, form and settings are what they add
 */
export async function benchSizes(server) {
  await addRichText(server, 'own_short')
  const { address } = server
  const browser = await chromium.launch({ executablePath: chromiumPath, args: flags })
  try {
    return {
      ...(await ofAdmin(browser, address)),
      ...(await ofMember(browser, address)),
      ...(await ofFillPage(browser, address)),
    }
  } finally {
    await browser.close()
  }
}

async function ofMember(browser, address) {
  const { page, measure, steps } = await openMeasured(browser)
  await measure('memberSignIn', async () => {
    await page.goto(`${address}/#/user/login`)
    await page.locator('input[name=username]').waitFor()
  })
  return steps
}

/** A link that leads nowhere will do: the page loads the same code for any. */
async function ofFillPage(browser, address) {
  const { page, measure, steps } = await openMeasured(browser)
  await measure('fill', async () => {
    await page.goto(`${address}/q/none`)
    await page.locator('main').waitFor()
  })
  return steps
}

async function openMeasured(browser) {
  const page = await browser.newPage({ locale: 'zh-CN' })
  const loaded = { js: 0, css: 0, editor: 0 }
  const reading = []
  const read = async (response) => {
    const type = response.headers()['content-type'] ?? ''
    const part = type.includes('javascript') ? 'js' : type.includes('css') ? 'css' : null
    if (!part) return
    const size = gzipSync(await response.body(), { level: 9 }).length / 1024
    loaded[part] += size
    if (response.url().includes('RichTextEditor')) loaded.editor += size
  }
  page.on('response', (response) => reading.push(read(response)))
  const since = (before) => Object.fromEntries(Object.keys(loaded).map((part) => [part, loaded[part] - before[part]]))
  const steps = {}
  const measure = async (name, act) => {
    const before = { ...loaded }
    await act()
    await page.waitForLoadState('networkidle')
    await Promise.all(reading)
    steps[name] = since(before)
  }
  // The page reports idle once; what a step loads after its first row belongs to that step all the same.
  const untilQuiet = async () => {
    for (let seen = -1; seen !== reading.length;) {
      seen = reading.length
      await page.waitForTimeout(500)
    }
  }
  return { page, measure, untilQuiet, steps }
}

async function ofAdmin(browser, address) {
  const { page, measure, untilQuiet, steps } = await openMeasured(browser)
  await measure('signIn', () => page.goto(`${address}/#/admin/login`))
  await measure('list', async () => {
    await page.locator('input[name=username]').fill('admin')
    await page.locator('input[name=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.goto(`${address}/#/admin/wms/product`)
    await page.locator('table tbody tr').first().waitFor()
    await untilQuiet()
  })
  await measure('form', async () => {
    await page.goto(`${address}/#/admin/wms/product?add=1`)
    await page.locator('form input').first().waitFor()
    await untilQuiet()
  })
  await measure('settings', async () => {
    await page.goto(`${address}/#/admin/routine/config`)
    await page.locator('.rich-editor [role=textbox]').first().waitFor()
    await untilQuiet()
  })
  return steps
}
