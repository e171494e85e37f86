/** Chromium as a person would use it, and axe for what a person with a screen reader would miss. */
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'
import { adminPassword } from './running.ts'

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export interface Look {
  readonly language: 'zh-cn' | 'en'
  readonly dark: boolean
  readonly width: number
}

/** Every combination a screen is looked at in. */
export const looks: readonly Look[] = (['zh-cn', 'en'] as const).flatMap((language) =>
  [false, true].flatMap((dark) => [1280, 390].map((width) => ({ language, dark, width }))))

export const launch = (): Promise<Browser> => chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: flags })

/** A page in that look, with whatever the page logs as an error collected in `errors`. */
export async function openPage(browser: Browser, look: Look): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.width < 600 ? 844 : 800 }, locale: look.language === 'en' ? 'en-US' : 'zh-CN', colorScheme: look.dark ? 'dark' : 'light', reducedMotion: 'reduce',
  })
  const stored = { layout: { layoutMode: 'Default', theme: look.dark ? 'dark' : 'light', menuCollapse: false }, lang: { defaultLang: look.language, fallbackLang: 'zh-cn', langArray: [] } }
  await context.addInitScript((config) => {
    if (!localStorage.getItem('storeConfig_v2')) localStorage.setItem('storeConfig_v2', config)
  }, JSON.stringify(stored))
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  return { page, errors }
}

/** Signs in by the form. */
export async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/#/admin/login`)
  await page.locator('input[name=username]').fill('admin')
  await page.locator('input[name=password]').fill(adminPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.hash.includes('login'))
}

/** What axe finds on the page as it stands: rule and place. The script goes in past the page's own content policy. */
export async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(context: unknown, options: unknown): Promise<{ violations: { id: string; nodes: { target: unknown[]; html: string }[] }[] }> } }
    return (await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })).violations
  })
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${String(node.target[0])} ${node.html.slice(0, 120)}`))
}
