/** `check` and `generate` as a person calls them: exit codes, stdout for data, stderr for talk. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { run } from '../cli/command-line.ts'
import { isColumn } from 'tablewright/protocol'
import { check } from '../../generator/pipeline.ts'
import { postgresAdapter } from '../../runtime/server/db/postgres/adapter.ts'
import { accessPath } from '../../runtime/server/records/query/index-choice.ts'
import type { Source } from '../../runtime/server/records/query/source.ts'
import { shop } from '../support/shop.ts'
import { onCopy, project } from './folders.ts'

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

describe('warnings of tablewright check', { timeout: 60_000 }, () => {
  const products = readFileSync(join(project, 'tests/support/schemas/shop/product.json'), 'utf8')
  const sortProductsBy = (root: string, order: string): void =>
    writeFileSync(join(root, 'schemas/shop/product.json'), products.replace('"sort": "-weigh"', `"sort": "${order}"`))

  it('name a default order without an index, propose one, and leave the exit code 0', () =>
    onCopy(async (root) => {
      sortProductsBy(root, '-safety_stock_num')
      const { exit, stdout, stderr } = await run(['check', '--root', root, '--no-color'])
      expect({ exit, stdout }).toEqual({ exit: 0, stdout: 'No problems found.\n' })
      expect(stderr).toMatch(
        /warning\[TW1901\] shop\/product\.json:\d+:15 No index has the order of "safety_stock_num"/,
      )
      expect(stderr).toContain('help: add to "x-index": {"safety_stock_num":{"on":["safety_stock_num","id"]}}')
      expect(stderr).toContain('Warnings: 1.')
      const answer = JSON.parse((await run(['check', '--root', root, '--json'])).stdout) as Record<string, unknown>
      expect(answer).toMatchObject({ ok: true, problems: [], warnings: [{ code: 'TW1901' }] })
    }))

  it('name an icon that the client does not draw, with the nearest one', () =>
    onCopy(async (root) => {
      const icon = /"icon": "[a-z-]+"/
      expect(products).toMatch(icon)
      writeFileSync(join(root, 'schemas/shop/product.json'), products.replace(icon, '"icon": "barcoed"'))
      const { problems, warnings } = await check(root)
      expect(problems).toEqual([])
      expect(warnings).toMatchObject([
        { code: 'TW1902', pointer: '/x-entity/icon', hint: { en: 'did you mean "barcode"?' } },
      ])
    }))

  it('are given for the orders that lists have no path for, and for no other', () =>
    onCopy(async (root) => {
      // PostgreSQL's indexes contain no id unless it is declared.
      const model = shop.model('product')
      const fields = model.fields.filter((field) => isColumn(field) && !field.private && field.relation === undefined)
      const differing: string[] = []
      for (const field of fields) {
        sortProductsBy(root, field.name)
        const { problems, warnings } = await check(root)
        expect(problems, field.name).toEqual([])
        const source = { name: field.name, field, join: null } as Source
        const { isOrdered } = accessPath(postgresAdapter, model, { source, conditions: [], isDeleted: false })
        if (isOrdered !== (warnings.length === 0)) differing.push(field.name)
      }
      expect(fields.length).toBeGreaterThan(10)
      expect(differing).toEqual([])
    }))

  it('are none for the schemas of this repository', async () => {
    expect(await check(project)).toEqual({ problems: [], warnings: [] })
  })
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
