import { getConfig } from '@testing-library/react'

/**
 * Types the text and does what follows right after the key: what React renders for the key is there, what it puts off
 * until the browser has time is not.
 */
export async function rightAfterKey(field: HTMLElement, text: string, next: () => void): Promise<void> {
  // Renderings put off are else made at once, as for every other step of a test.
  await getConfig().asyncWrapper(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    for (let turn = 0; turn < 50; turn++) await Promise.resolve()
    next()
  })
}
