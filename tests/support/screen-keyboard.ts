/** A screen keyboard, as browsers on phones tell pages of it: what is seen gets smaller, and the page does not. */
import type { Page } from 'playwright-core'

/** @param height of what is left above the keyboard, in pixels */
export const showKeyboard = (page: Page, height: number): Promise<void> =>
  page.evaluate((left) => {
    const viewport = window.visualViewport
    if (!viewport) throw new Error('the browser tells nothing of its keyboard')
    Object.defineProperty(viewport, 'height', { configurable: true, get: () => left })
    viewport.dispatchEvent(new Event('resize'))
  }, height)
