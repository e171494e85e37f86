/** How problems look in a terminal. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatProblems, maxPrinted } from '../../generator/format-problems.ts'
import { check } from '../../generator/pipeline.ts'
import { onCopy } from './folders.ts'

const plain = { head: (text: string) => text, help: (text: string) => text }

const withText = <T>(from: string | RegExp, to: string, work: (root: string) => Promise<T>) =>
  onCopy((root) => {
    const path = join(root, 'schemas/shop/unit.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
    return work(root)
  })

describe('formatted problems', () => {
  it('show code, place, message, the line with a caret, and help', () =>
    withText('"maxLength": 500', '"maxLenght": 500', async (root) => {
      const lines = await formatProblems(root, (await check(root)).problems, 'en', plain)
      expect(lines[0]).toMatch(/^error\[TW1101\] shop\/unit\.json:\d+:35 "maxLenght" is not a keyword here\.$/)
      expect(lines[1]).toContain('"maxLenght": 500')
      expect(lines[1]).toMatch(/^ +\| +\^{11}$/m)
      expect(lines[2]).toBe('help: did you mean "maxLength"?')
    }))

  it('appear in Chinese', () =>
    withText('"maxLength": 500', '"maxLenght": 500', async (root) => {
      const lines = await formatProblems(root, (await check(root)).problems, 'zh-cn', plain)
      expect(lines[0]).toMatch(/^错误\[TW1101\] shop\/unit\.json:\d+:35 这里不能使用关键字“maxLenght”。$/)
      expect(lines[2]).toBe('建议：是不是想写“maxLength”？')
    }))

  it('end after twenty with the number of the others', () =>
    withText(
      '"properties": {',
      `"properties": { ${Array.from(
        { length: 25 },
        (_, at) => `"f${at}": { "typ": "string", "x-label": { "zh-cn": "字", "en": "F" } },`,
      ).join('\n')}`,
      async (root) => {
        const { problems } = await check(root)
        const lines = await formatProblems(root, problems, 'en', plain)
        expect(problems).toHaveLength(25)
        expect(lines.filter((line) => line.startsWith('error['))).toHaveLength(maxPrinted)
        expect(lines.at(-1)).toBe('Problems not shown: 5. Use --json to list all of them.')
      },
    ))
})
