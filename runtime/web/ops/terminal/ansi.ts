/**
 * Output of commands as lines of styled text. Colors and weights of ECMA-48 (SGR) become styles, a carriage return
 * begins its line anew, as progress bars do; every other control sequence is left out. The result is text, never HTML.
 */

export interface TextStyle {
  /** 0–7 the eight colors, 8–15 the bright ones, `#rrggbb`, or null for the usual one. */
  readonly color: number | string | null
  readonly background: number | string | null
  readonly isBold: boolean
  readonly isDim: boolean
  readonly isItalic: boolean
  readonly isUnderlined: boolean
}

export interface Segment {
  readonly text: string
  readonly style: TextStyle
}

export type Line = readonly Segment[]

export const plainStyle: TextStyle = {
  color: null,
  background: null,
  isBold: false,
  isDim: false,
  isItalic: false,
  isUnderlined: false,
}

/** Lines that are kept; of more the latest. */
const maxLines = 10_000

export interface Screen {
  /** Adds output; a sequence that is cut off is completed by the next piece. */
  write(text: string): void
  /** Adds lines of the terminal itself, after the line that was begun. */
  note(text: string, style: TextStyle): void
  readonly lines: readonly Line[]
  /** How many lines were dropped. */
  readonly dropped: number
}

/** A control sequence, a line end, or a character that moves the cursor. */
const control = new RegExp(
  [
    String.raw`\u001b(?:\[([0-?]*)[ -/]*([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][0-9A-Za-z]|[@-Z\\^_=>78])`,
    String.raw`\r?\n|\r`,
    String.raw`[\u0000-\u0008\u000b-\u001f\u007f]`,
  ].join('|'),
  'g',
)
const cutOff = /(?:\r|\u001b(?:\[[0-?]{0,64}[ -/]{0,8}|\][^\u0007\u001b]{0,512}|[()])?)$/

export function createScreen(): Screen {
  const lines: Line[] = []
  let line: Segment[] = []
  let style = plainStyle
  let rest = ''
  let dropped = 0
  let isBegun = false
  const endLine = (): void => {
    if (isBegun) lines[lines.length - 1] = line
    else lines.push(line)
    line = []
    isBegun = false
    if (lines.length > maxLines) {
      dropped += lines.length - maxLines
      lines.splice(0, lines.length - maxLines)
    }
  }
  const add = (text: string): void => {
    if (text === '') return
    const last = line.at(-1)
    if (last?.style === style) line[line.length - 1] = { text: last.text + text, style }
    else line.push({ text, style })
  }
  /** Shows the line that is not finished yet. */
  const showBegun = (): void => {
    if (line.length === 0 && !isBegun) return
    if (isBegun) lines[lines.length - 1] = [...line]
    else lines.push([...line])
    isBegun = true
  }
  return {
    lines,
    get dropped() {
      return dropped
    },
    write: (text) => {
      const whole = rest + text
      rest = cutOff.exec(whole)?.[0] ?? ''
      const now = whole.slice(0, whole.length - rest.length)
      let at = 0
      for (const found of now.matchAll(control)) {
        add(now.slice(at, found.index))
        at = found.index + found[0].length
        if (found[0].endsWith('\n')) endLine()
        else if (found[0] === '\r') line = []
        else if (found[2] === 'm') style = styleAfter(style, found[1] ?? '')
      }
      add(now.slice(at))
      showBegun()
    },
    note: (text, noteStyle) => {
      if (line.length > 0 || isBegun) endLine()
      rest = ''
      for (const part of text.split('\n')) {
        line = [{ text: part, style: noteStyle }]
        endLine()
      }
    },
  }
}

/** The style after an SGR sequence; codes that are not known change nothing. */
function styleAfter(before: TextStyle, parameters: string): TextStyle {
  const codes = parameters.split(/[;:]/).map(Number)
  let style = before
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0
    if (code === 38 || code === 48) {
      const { value, length } = extendedColor(codes.slice(at + 1))
      at += length
      style = code === 38 ? { ...style, color: value } : { ...style, background: value }
    } else style = { ...style, ...simpleChange(code) }
  }
  return style
}

function simpleChange(code: number): Partial<TextStyle> {
  if (code === 0) return plainStyle
  if (code === 1) return { isBold: true }
  if (code === 2) return { isDim: true }
  if (code === 3) return { isItalic: true }
  if (code === 4) return { isUnderlined: true }
  if (code === 22) return { isBold: false, isDim: false }
  if (code === 23) return { isItalic: false }
  if (code === 24) return { isUnderlined: false }
  if (code >= 30 && code <= 37) return { color: code - 30 }
  if (code === 39) return { color: null }
  if (code >= 40 && code <= 47) return { background: code - 40 }
  if (code === 49) return { background: null }
  if (code >= 90 && code <= 97) return { color: code - 82 }
  return code >= 100 && code <= 107 ? { background: code - 92 } : {}
}

/** `5;n` is one of 256 colors, `2;r;g;b` any. `length` is how many codes it took. */
function extendedColor(codes: readonly number[]): { readonly value: number | string | null; readonly length: number } {
  if (codes[0] === 5) return { value: paletteColor(codes[1] ?? 0), length: 2 }
  if (codes[0] === 2) return { value: hex(codes.slice(1, 4)), length: 4 }
  return { value: null, length: 0 }
}

/** The first 16 follow the theme; then a cube of 6 × 6 × 6, then 24 shades of gray. */
function paletteColor(index: number): number | string | null {
  if (!Number.isInteger(index) || index < 0 || index > 255) return null
  if (index < 16) return index
  if (index >= 232) return hex([0, 0, 0].map(() => 8 + (index - 232) * 10))
  const step = (part: number): number => (part === 0 ? 0 : 55 + part * 40)
  const cube = index - 16
  return hex([step(Math.floor(cube / 36)), step(Math.floor(cube / 6) % 6), step(cube % 6)])
}

const hex = (parts: readonly number[]): string =>
  `#${[0, 1, 2].map((at) => clamp(parts[at]).toString(16).padStart(2, '0')).join('')}`

const clamp = (part: number | undefined): number => Math.min(255, Math.max(0, Math.trunc(part ?? 0) || 0))

export const lineText = (line: Line): string => line.map(({ text }) => text).join('')
