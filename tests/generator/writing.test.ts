/**
 * What `generate` does to the disk: the same bytes again, only what changed, no half file, no lost edit, nothing
 * outside
 * its folders.
 */
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { originOf } from '../../generator/emit/output.ts'
import { generate } from '../../generator/pipeline.ts'
import { write } from '../../generator/write.ts'
import { filesBelow, onCopy, project } from './folders.ts'

type Json = { [key: string]: Json } & { [index: number]: Json }

/** Changes a schema of the copy as a person would. */
function edit(root: string, path: string, change: (schema: Json) => void): void {
  const file = join(root, 'schemas', path)
  const schema = JSON.parse(readFileSync(file, 'utf8')) as Json
  change(schema)
  writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`)
}

const generatedBelow = (root: string) => filesBelow(join(root, 'generated'))

/** Lines of the new text that the old one does not have, the seal left out. */
function newLines(before: string, after: string): string[] {
  const known = new Set(before.split('\n'))
  return after.split('\n').filter((line) => !known.has(line) && !line.includes('Made by tablewright'))
}

describe('generate', { timeout: 60_000 }, () => {
  it('leaves in this repository exactly what is committed', async () => {
    const result = await generate(project, { check: true })
    expect(result.problems).toEqual([])
    expect([...result.written, ...result.removed, ...result.kept, ...result.blocked]).toEqual([])
    expect(result.unchanged.length).toBeGreaterThan(40)
  })

  it('makes the same bytes twice, in different folders', async () => {
    const runs = [0, 1].map(() =>
      onCopy(async (root) => {
        await generate(root)
        return { ...generatedBelow(root), ...filesBelow(join(root, 'schemas/dialect')) }
      }),
    )
    const [first, second] = await Promise.all(runs)
    expect(first).toEqual(second)
    expect(Object.values(first!).every((text) => originOf(text) === 'made')).toBe(true)
  })

  it('holds no date and no path of the machine', () =>
    onCopy(async (root) => {
      await generate(root)
      const text = Object.values(generatedBelow(root)).join('\n')
      expect(text).not.toContain(root)
      expect(text).not.toMatch(/20\d\d-\d\d-\d\d/)
    }))

  it('writes nothing the second time', () =>
    onCopy(async (root) => {
      const first = await generate(root)
      const before = Object.keys(generatedBelow(root)).map((path) => statSync(join(root, 'generated', path)).mtimeMs)
      const second = await generate(root)
      expect(second.written).toEqual([])
      expect(second.unchanged.length).toBe(first.written.length + first.unchanged.length)
      expect(Object.keys(generatedBelow(root)).map((path) => statSync(join(root, 'generated', path)).mtimeMs)).toEqual(
        before,
      )
    }))

  it('prints lines of at most 150 characters, unless one text alone is longer', () =>
    onCopy(async (root) => {
      await generate(root)
      const oneText = /^ *('?[\w-]+'?: )?'(?:[^'\\]|\\.)*',?$/
      const wide = Object.entries(generatedBelow(root))
        .filter(([path]) => path.endsWith('.ts'))
        .flatMap(([path, text]) =>
          text
            .split('\n')
            .filter((line) => line.length > 150 && !oneText.test(line))
            .map((line) => `${path}: ${line}`),
        )
      expect(wide).toEqual([])
    }))
})

describe('a changed entity', { timeout: 60_000 }, () => {
  const changed = async (path: string, change: (schema: Json) => void) =>
    onCopy(async (root) => {
      await generate(root)
      const before = generatedBelow(root)
      edit(root, path, change)
      const { written, removed, problems } = await generate(root)
      expect(problems).toEqual([])
      return { written, removed, before, after: generatedBelow(root) }
    })

  it('touches its own folder and its own lines of shared files when a label changes', async () => {
    const { written, before, after } = await changed('shop/unit.json', (unit) => {
      unit['properties']!['name']!['x-label']!['en'] = 'Unit of measure' as never
    })
    expect(written).toEqual([
      'generated/docs/shop.md',
      'generated/openapi.json',
      'generated/shop/unit/row.ts',
      'generated/shop/unit/table.ts',
    ])
    expect(newLines(before['docs/shop.md']!, after['docs/shop.md']!)).toEqual([
      '| `name` | 单位名称 · Unit of measure | text | required; length 32 |',
    ])
    for (const line of newLines(before['openapi.json']!, after['openapi.json']!))
      expect(line).toContain('Unit of measure')
  })

  it('changes the types of tables as well when a field is added', async () => {
    const { written, before, after } = await changed('shop/unit.json', (unit) => {
      unit['properties']!['symbol'] = {
        type: 'string',
        maxLength: 8,
        'x-label': { 'zh-cn': '符号', en: 'Symbol' },
      } as never
    })
    expect(written).toEqual([
      'generated/docs/shop.md',
      'generated/openapi.json',
      'generated/shop/tables.ts',
      'generated/shop/unit/form.ts',
      'generated/shop/unit/row.ts',
      'generated/shop/unit/table.ts',
    ])
    expect(newLines(before['shop/tables.ts']!, after['shop/tables.ts']!)).toEqual(['    symbol: string | null'])
    for (const path of Object.keys(after))
      if (!path.startsWith('shop/unit/') && path.startsWith('shop/') && path !== 'shop/tables.ts')
        expect(after[path]).toBe(before[path])
  })

  it('adds a folder and its own lines when it is new, and takes them away again', () =>
    onCopy(async (root) => {
      await generate(root)
      const before = generatedBelow(root)
      cpSync(join(root, 'schemas/shop/unit.json'), join(root, 'schemas/shop/pallet.json'))
      edit(root, 'shop/pallet.json', (pallet) => {
        pallet['$id'] = 'shop/pallet' as never
      })
      const added = await generate(root)
      expect(added.written).toEqual([
        'generated/docs/shop.md',
        'generated/openapi.json',
        'generated/shop/entities.ts',
        'generated/shop/index.ts',
        'generated/shop/options.ts',
        'generated/shop/pallet/form.ts',
        'generated/shop/pallet/row.ts',
        'generated/shop/pallet/table.ts',
        'generated/shop/tables.ts',
      ])
      for (const line of newLines(before['shop/index.ts']!, generatedBelow(root)['shop/index.ts']!))
        expect(line).toContain('pallet')
      rmSync(join(root, 'schemas/shop/pallet.json'))
      const taken = await generate(root)
      expect(taken.removed).toEqual([
        'generated/shop/pallet/form.ts',
        'generated/shop/pallet/row.ts',
        'generated/shop/pallet/table.ts',
      ])
      expect(existsSync(join(root, 'generated/shop/pallet'))).toBe(false)
      expect(generatedBelow(root)).toEqual(before)
    }))

  it('writes nothing at all while a schema is wrong', () =>
    onCopy(async (root) => {
      await generate(root)
      const before = generatedBelow(root)
      edit(root, 'shop/unit.json', (unit) => {
        unit['x-search'] = ['nmae'] as never
        unit['properties']!['name']!['x-label']!['en'] = 'Changed' as never
      })
      const result = await generate(root)
      expect(result.problems).toHaveLength(1)
      expect(generatedBelow(root)).toEqual(before)
    }))
})

describe('--check and --dry-run', { timeout: 60_000 }, () => {
  it('tell what would happen and write nothing', () =>
    onCopy(async (root) => {
      for (const options of [{ check: true }, { dryRun: true }]) {
        const result = await generate(root, options)
        expect(result.written).toContain('generated/shop/product/table.ts')
        expect(existsSync(join(root, 'generated'))).toBe(false)
      }
    }))
})

describe('an edited generated file', { timeout: 60_000 }, () => {
  it('is kept and named until it is forced, also when its entity is gone', () =>
    onCopy(async (root) => {
      await generate(root)
      const table = join(root, 'generated/shop/brand/table.ts')
      const edited = readFileSync(table, 'utf8').replace("title: 'name'", "title: 'introduce'")
      writeFileSync(table, edited)
      expect((await generate(root)).kept).toEqual(['generated/shop/brand/table.ts'])
      expect(readFileSync(table, 'utf8')).toBe(edited)
      rmSync(join(root, 'schemas/shop/brand.json'))
      edit(root, 'shop/product.json', (product) => {
        delete product['properties']!['brand_id']!['x-relation']
      })
      edit(root, 'shop/module.json', (module) => {
        module['menu'] = ['product'] as never
      })
      const gone = await generate(root)
      expect(gone).toMatchObject({
        problems: [],
        kept: ['generated/shop/brand/table.ts'],
        removed: ['generated/shop/brand/form.ts', 'generated/shop/brand/row.ts'],
      })
      expect(readFileSync(table, 'utf8')).toBe(edited)
      expect((await generate(root, { force: true })).removed).toEqual(['generated/shop/brand/table.ts'])
      expect(existsSync(join(root, 'generated/shop/brand'))).toBe(false)
    }))

  it('counts as made when only its line ends were changed by a checkout', () =>
    onCopy(async (root) => {
      await generate(root)
      const table = join(root, 'generated/shop/unit/table.ts')
      writeFileSync(table, readFileSync(table, 'utf8').replaceAll('\n', '\r\n'))
      expect((await generate(root)).written).toEqual(['generated/shop/unit/table.ts'])
    }))

  it('in JSON and Markdown is noticed, too', () =>
    onCopy(async (root) => {
      await generate(root)
      for (const path of ['generated/openapi.json', 'generated/docs/shop.md', 'schemas/dialect/entity.json']) {
        const file = join(root, path)
        const text = readFileSync(file, 'utf8')
        writeFileSync(file, text.replace('Shop', 'Store').replace('unevaluatedProperties', 'additionalProperties'))
        expect((await generate(root)).kept).toEqual([path])
        expect((await generate(root, { force: true })).written).toEqual([path])
        expect(readFileSync(file, 'utf8')).toBe(text)
      }
    }))

  it("and a person's own file without our banner is never removed", () =>
    onCopy(async (root) => {
      await generate(root)
      writeFileSync(join(root, 'generated/NOTES.md'), '# mine\n')
      const result = await generate(root, { force: true })
      expect([...result.written, ...result.removed, ...result.kept]).toEqual([])
      expect(existsSync(join(root, 'generated/NOTES.md'))).toBe(true)
    }))
})

describe('T62: symbolic links below generated/', { timeout: 60_000 }, () => {
  it('are never followed: neither a linked folder nor a linked file', () =>
    onCopy(async (root) => {
      const outside = join(root, 'outside')
      mkdirSync(outside)
      await generate(root)
      rmSync(join(root, 'generated/shop/unit'), { recursive: true })
      symlinkSync(outside, join(root, 'generated/shop/unit'))
      writeFileSync(join(outside, 'victim.ts'), 'mine\n')
      rmSync(join(root, 'generated/shop/brand/table.ts'))
      symlinkSync(join(outside, 'victim.ts'), join(root, 'generated/shop/brand/table.ts'))
      const result = await generate(root, { force: true })
      expect(result.blocked).toEqual([
        'generated/shop/brand/table.ts',
        'generated/shop/unit/form.ts',
        'generated/shop/unit/row.ts',
        'generated/shop/unit/table.ts',
      ])
      expect(filesBelow(outside)).toEqual({ 'victim.ts': 'mine\n' })
    }))

  it('are not followed when generated/ itself is one', () =>
    onCopy(async (root) => {
      const outside = join(root, 'outside')
      mkdirSync(outside)
      symlinkSync(outside, join(root, 'generated'))
      const result = await generate(root, { force: true })
      expect(result.blocked.length).toBeGreaterThan(40)
      expect(readdirSync(outside)).toEqual([])
    }))
})

describe('a killed run', { timeout: 60_000 }, () => {
  it('leaves every file old or new, never half, and the next run clears its leftovers', () =>
    onCopy(async (root) => {
      const script = join(root, 'writer.mjs')
      writeFileSync(script, writerScript())
      for (let round = 0; round < 5; round++) await killDuring(script, root, 15 + round * 20)
      const texts = Object.entries(filesBelow(join(root, 'generated'))).filter(([path]) => !path.endsWith('.tmp'))
      expect(texts).toHaveLength(20)
      for (const [path, text] of texts) expect([path, /^\/\/ \d x{400000}\n$/.test(text)]).toEqual([path, true])
      writeFileSync(join(root, 'generated/left.ts.0123456789ab.tmp'), 'half')
      await write(root, [], ['generated'], { force: false, dryRun: false })
      expect(
        Object.keys(existsSync(join(root, 'generated')) ? filesBelow(join(root, 'generated')) : {}).filter((path) =>
          path.endsWith('.tmp'),
        ),
      ).toEqual([])
    }))
})

/** A process that writes large files again and again until it is killed. */
function writerScript(): string {
  return `import { createServer } from ${JSON.stringify(import.meta.resolve('vite'))}
const server = await createServer({ root: ${JSON.stringify(project)}, configFile: false, server: { middlewareMode: true }, appType: 'custom', optimizeDeps: { noDiscovery: true }, logLevel: 'silent' })
const { write } = await server.ssrLoadModule('/generator/write.ts')
for (let round = 0; ; round = (round + 1) % 10) {
  const outputs = Array.from({ length: 20 }, (_, at) => ({ path: 'generated/file' + at + '.ts', text: '// ' + round + ' ' + 'x'.repeat(400000) + '\\n' }))
  await write(process.argv[2], outputs, [], { force: true, dryRun: false })
  console.log('round')
}
`
}

async function killDuring(script: string, root: string, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [script, root], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve) => child.stdout.on('data', () => resolve()))
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
