/** `check` and `generate` as a person calls them: exit codes, stdout for data, stderr for talk. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { run } from '../cli/command-line.ts'
import { onCopy } from './folders.ts'

const misspell = (root: string): void => {
  const path = join(root, 'schemas/shop/unit.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace('"maxLength": 500', '"maxLenght": 500'))
}

describe('tablewright check', { timeout: 60_000 }, () => {
  it('exits with 1, reports on stderr and leaves stdout empty', () =>
    onCopy(async (root) => {
      misspell(root)
      const { exit, stdout, stderr } = await run(['check', '--root', root, '--no-color'])
      expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' })
      expect(stderr).toMatch(/error\[TW1101\] shop\/unit\.json:\d+:\d+ "maxLenght" is not a keyword here\./)
      expect(stderr).toContain('Problems found: 1.')
    }))

  it('with --json writes every problem to stdout and nothing else', () =>
    onCopy(async (root) => {
      misspell(root)
      const { exit, stdout, stderr } = await run(['check', '--root', root, '--json'])
      const answer = JSON.parse(stdout) as { ok: boolean; problems: { code: string; pointer: string }[] }
      expect({ exit, stderr, ok: answer.ok }).toEqual({ exit: 1, stderr: '', ok: false })
      expect(answer.problems.map(({ code, pointer }) => [code, pointer])).toEqual([
        ['TW1101', '/properties/remark/maxLenght'],
      ])
    }))
})

describe('tablewright generate', { timeout: 60_000 }, () => {
  it('writes, then finds nothing to write', () =>
    onCopy(async (root) => {
      const first = await run(['generate', '--root', root])
      expect(first).toMatchObject({ exit: 0, stderr: '' })
      expect(first.stdout).toMatch(/^\d+ written, \d+ unchanged\n$/)
      expect((await run(['generate', '--root', root])).stdout).toMatch(/^0 written, \d+ unchanged\n$/)
    }))

  it('answers 1 and writes nothing when a schema is wrong, or with --check when a file is stale', () =>
    onCopy(async (root) => {
      const stale = await run(['generate', '--check', '--root', root])
      expect(stale.exit).toBe(1)
      expect(stale.stderr).toContain('+ generated/shop/product/table.ts')
      expect((await run(['generate', '--dry-run', '--root', root])).exit).toBe(0)
      misspell(root)
      expect((await run(['generate', '--root', root])).exit).toBe(1)
      expect(existsSync(join(root, 'generated'))).toBe(false)
    }))

  it('answers 4 and names the file that was edited, until it is forced', () =>
    onCopy(async (root) => {
      await run(['generate', '--root', root])
      const path = join(root, 'generated/shop/unit/table.ts')
      writeFileSync(path, `${readFileSync(path, 'utf8')}// mine\n`)
      const kept = await run(['generate', '--root', root])
      expect(kept.exit).toBe(4)
      expect(kept.stderr).toContain('generated/shop/unit/table.ts was edited by hand')
      expect(kept.stdout).toMatch(/^0 written, \d+ unchanged, 1 kept \(edited by hand\)\n$/)
      expect((await run(['generate', '--force', '--root', root])).stdout).toMatch(/^1 written/)
    }))

  it('reports in Chinese on demand', () =>
    onCopy(async (root) => {
      expect((await run(['generate', '--root', root, '--lang', 'zh-cn'])).stdout).toMatch(
        /^写入 \d+ 个，未变 \d+ 个\n$/,
      )
    }))
})
