/** What every test in jsdom begins with. */
import { configure } from '@testing-library/react'
import { computedStyle } from './computed-style.ts'

// For debuggers only: React asks for a task of every element, which took a fifteenth of the time of these tests.
Reflect.deleteProperty(console, 'createTask')

globalThis.getComputedStyle = computedStyle

// A busy machine may need longer than the second that is the default; what comes at once takes no longer.
configure({ asyncUtilTimeout: 10_000 })
