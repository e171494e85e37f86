/** Output of commands as text: colors, lines, search. */
import { describe, expect, it } from 'vitest'
import { createScreen, lineText, plainStyle } from '../../../runtime/web/ops/terminal/ansi.ts'
import { findMatches, markLine } from '../../../runtime/web/ops/terminal/search.ts'

/** The lines of a screen after these pieces. */
function show(...pieces: readonly string[]) {
  const screen = createScreen()
  for (const piece of pieces) screen.write(piece)
  return screen.lines
}
const texts = (...pieces: readonly string[]): readonly string[] => show(...pieces).map(lineText)

describe('output', () => {
  it('becomes lines wherever it is cut, and a carriage return begins its line anew', () => {
    expect(texts('one\r\ntwo\nth', 'ree')).toEqual(['one', 'two', 'three'])
    expect(texts('10 %\r', '50 %\r100 %\n', 'done\n')).toEqual(['100 %', 'done'])
    expect(texts('a\r', '\nb')).toEqual(['a', 'b'])
    expect(texts('\n\nx\n')).toEqual(['', '', 'x'])
  })

  it('has the colors and weights of its sequences, however they are cut', () => {
    expect(show('\u001b[1;3', '1mred\u001b[0m plain')).toEqual([
      [
        { text: 'red', style: { ...plainStyle, color: 1, isBold: true } },
        { text: ' plain', style: plainStyle },
      ],
    ])
    const style = (codes: string) => show(`\u001b[${codes}mx`)[0]![0]!.style
    expect(style('92;44')).toMatchObject({ color: 10, background: 4 })
    expect(style('38;5;196')).toMatchObject({ color: '#ff0000' })
    expect(style('48;5;244')).toMatchObject({ background: '#808080' })
    expect(style('38;2;1;2;300;4')).toMatchObject({ color: '#0102ff', isUnderlined: true })
    expect(style('2;3;9;999')).toMatchObject({ isDim: true, isItalic: true, color: null })
    expect(style('31;22;39')).toEqual(plainStyle)
  })

  it('drops every other sequence, and what looks like HTML stays text', () => {
    expect(texts('\u001b]0;title\u0007a\u001b[2Kb\u001b[10;5Hc\u001b(Bd\u0007\u0000e\u001b=')).toEqual(['abcde'])
    expect(texts('<img src=x onerror=alert(1)>\u001b[31m&lt;')).toEqual(['<img src=x onerror=alert(1)>&lt;'])
  })

  it('keeps the latest 10 000 lines and counts the others', () => {
    const screen = createScreen()
    for (let count = 0; count < 10_050; count += 1) screen.write(`${count}\n`)
    expect([screen.lines.length, screen.dropped, lineText(screen.lines[0]!)]).toEqual([10_000, 50, '50'])
  })
})

describe('search', () => {
  it('finds upper and lower case alike, and marks across colors', () => {
    const lines = show('Error: \u001b[31mERR\u001b[0mor\nnone')
    const matches = findMatches(lines, 'error')
    expect(matches).toEqual([
      { line: 0, start: 0, length: 5 },
      { line: 0, start: 7, length: 5 },
    ])
    expect(markLine(lines[0]!, matches).map(({ text, match }) => [text, match !== null])).toEqual([
      ['Error', true],
      [': ', false],
      ['ERR', true],
      ['or', true],
    ])
    expect(findMatches(lines, '')).toEqual([])
    expect(findMatches(show('a'.repeat(2000)), 'a')).toHaveLength(1000)
  })
})
