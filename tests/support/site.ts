/** What the tests of a browser stand on: one server and one browser a file, a fresh page a test. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { launch, openPage, type Look } from './browser.ts'
import { serve, type Running, type ServeOptions } from './running.ts'

export const usualLook: Look = { language: 'en', dark: false, width: 1280 }

export interface Site {
  readonly server: Running
  readonly browser: Browser
  /** The page of the running test, not signed in. */
  readonly page: Page
  /** What that page logged as an error. */
  readonly errors: string[]
  /** Puts a page in another look, or in another browser profile, in the place of the test's page. */
  reopen(look: Look): Promise<void>
  /** A page beside the test's own, in a browser profile of its own. */
  openBeside(
    look?: Look,
    layoutMode?: 'Default' | 'Classic',
  ): Promise<{ readonly page: Page; readonly errors: string[] }>
}

/**
 * Registers what starts and stops the site of this file. @param start runs once the server answers, before the browser
 * starts
 */
export function useSite(options: ServeOptions = {}, start?: (server: Running) => Promise<void>): Site {
  let server: Running
  let browser: Browser
  let opened: Awaited<ReturnType<typeof openPage>>
  beforeAll(async () => {
    server = await serve(options)
    await start?.(server)
    browser = await launch()
  }, 300_000)
  afterAll(async () => {
    if (browser) await cleared(browser.close())
    await server?.stop()
  })
  beforeEach(async () => {
    opened = await openPage(browser, usualLook)
  })
  afterEach(() => cleared(Promise.all(browser.contexts().map((context) => context.close()))))
  return {
    get server() {
      return server
    },
    get browser() {
      return browser
    },
    get page() {
      return opened.page
    },
    get errors() {
      return opened.errors
    },
    openBeside: (look = usualLook, layoutMode = 'Default') => openPage(browser, look, layoutMode),
    async reopen(look) {
      await cleared(opened.page.context().close())
      opened = await openPage(browser, look)
    },
  }
}

/**
 * Clearing away is no part of a test: a browser that dawdles over it on a busy machine is left behind and ends with the
 * tests.
 */
const cleared = (closing: Promise<unknown>): Promise<unknown> =>
  Promise.race([closing, new Promise((resolve) => setTimeout(resolve, 10_000).unref())])
