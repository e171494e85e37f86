/** Reads what a client wants: values of other shapes never reach the log. */
import {
  blankHeight,
  colorCount,
  intentKinds,
  maxChat,
  maxErased,
  maxPageHeight,
  maxPoints,
  minPageHeight,
  pageWidth,
  policyNames,
  tools,
  type EventPayloads,
  type Intent,
  type IntentKind,
} from './events.ts'
import { readHolder } from './person.ts'

type Members = Readonly<Record<string, unknown>>

const isWhole = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most

const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most

const isPage = (value: unknown): value is number => isWhole(value, 0, Number.MAX_SAFE_INTEGER)

/** Letters and digits: drawn by the client. */
const isStrokeId = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9-]{8,40}$/.test(value)

const holder = ({ person }: Members): { readonly person: string } | null =>
  typeof person === 'string' && readHolder(person) ? { person } : null

const nothing = (): Readonly<Record<string, never>> => ({})

const readers: { readonly [Kind in IntentKind]: (payload: Members) => EventPayloads[Kind] | null } = {
  policy(payload) {
    const entries = Object.entries(payload)
    const isKnown = entries.every(
      ([name, value]) => policyNames.some((rule) => rule === name) && typeof value === 'boolean',
    )
    return isKnown && entries.length > 0 ? (Object.fromEntries(entries) as EventPayloads['policy']) : null
  },
  'page.add'({ height = blankHeight, picture = null, title = '', isShown = true }) {
    if (!isWhole(height, minPageHeight, maxPageHeight) || !isText(title, 100)) return null
    if (typeof isShown !== 'boolean') return null
    if (picture !== null && !(typeof picture === 'string' && /^[0-9a-f]{32}$/.test(picture))) return null
    return { height, picture, title: title.trim(), ...(!isShown && { isShown }) }
  },
  'page.go': ({ page }) => (isPage(page) ? { page } : null),
  stroke({ page, stroke, part, tool, color, size, points }) {
    const usedTool = tools.find((name) => name === tool)
    if (!isPage(page) || !isStrokeId(stroke) || !isWhole(part, 0, 10_000) || !usedTool) return null
    if (!isWhole(color, 0, colorCount - 1) || !isWhole(size, 1, 1000)) return null
    if (!Array.isArray(points) || points.length < 2 || points.length > maxPoints || points.length % 2 !== 0) return null
    // Pens leave the page, but not for far.
    if (!points.every((value) => isWhole(value, -pageWidth, maxPageHeight + pageWidth))) return null
    return { page, stroke, part, tool: usedTool, color, size, points: points as readonly number[] }
  },
  erase({ page, strokes }) {
    if (!isPage(page) || !Array.isArray(strokes) || strokes.length === 0 || strokes.length > maxErased) return null
    return strokes.every(isStrokeId) ? { page, strokes } : null
  },
  clear: ({ page }) => (isPage(page) ? { page } : null),
  'hand.up': nothing,
  'hand.down': holder,
  'hand.clear': nothing,
  'floor.give': holder,
  'floor.take': holder,
  remove: holder,
  chat({ text }) {
    if (typeof text !== 'string') return null
    const trimmed = text.trim()
    return trimmed !== '' && [...trimmed].length <= maxChat ? { text: trimmed } : null
  },
  'chat.hide': ({ seq }) => (isPage(seq) ? { seq } : null),
  chapter({ title }) {
    if (!isText(title, 100) || title.trim() === '') return null
    return { title: title.trim() }
  },
}

/** Null = it is none. */
export function readIntent(kind: unknown, payload: unknown): Intent | null {
  const intentKind = intentKinds.find((name) => name === kind)
  if (!intentKind || typeof payload !== 'object' || payload === null) return null
  const read = readers[intentKind](payload as Members)
  // The reader of that kind has read it.
  return read === null ? null : ({ kind: intentKind, payload: read } as Intent)
}
