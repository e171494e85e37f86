/** What every test in jsdom begins with. */
import { configure } from '@testing-library/react'
import * as React from 'react'
import { afterAll, beforeAll, vi } from 'vitest'
import { resetClientState } from './client-state.ts'
import { computedStyle } from './computed-style.ts'
import { installLabels } from './labels.ts'

// For debuggers only: React asks for a task of every element, which took a fifteenth of the time of these tests.
Reflect.deleteProperty(console, 'createTask')

// For its messages, React notes where each element was made, until it has made ten thousand in a second: a tenth of the
// time. Its messages name the components in any case.
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })

// The languages of the browser.
Object.defineProperty(navigator, 'languages', { get: () => ['zh-CN'], configurable: true })

globalThis.getComputedStyle = computedStyle
installLabels()

// A busy machine may need longer than the second that is the default; what comes at once takes no longer.
configure({ asyncUtilTimeout: 10_000 })

// Files share a worker and what it loaded.
beforeAll(resetClientState)
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
