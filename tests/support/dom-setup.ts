/** What every test in jsdom begins with. */
import { computedStyle } from './computed-style.ts'

// For debuggers only: React asks for a task of every element, which took a fifteenth of the time of these tests.
Reflect.deleteProperty(console, 'createTask')

globalThis.getComputedStyle = computedStyle
