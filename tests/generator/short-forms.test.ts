/** Short forms of schemas say the same as the long ones: the files that follow from them are equal. */
import { existsSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { shortField } from '../../generator/expand/shorten.ts'
import { createMemory } from '../../generator/memory.ts'
import { generate, stage } from '../../generator/pipeline.ts'
import { isObject, type Json, type JsonObject } from '../../generator/source/json.ts'
import { filesBelow } from './folders.ts'

const cases = join(import.meta.dirname, 'cases')
const scratch = mkdtempSync(join(tmpdir(), 'tablewright-short-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function write(root: string, documents: Readonly<Record<string, Json>>): void {
  for (const [path, document] of Object.entries(documents)) {
    mkdirSync(dirname(join(root, 'schemas', path)), { recursive: true })
    writeFileSync(join(root, 'schemas', path), JSON.stringify(document, null, 2))
  }
}

const label = { 'zh-cn': '名称', en: 'Name' }
const shortFields = (fields: Json | undefined): JsonObject =>
  Object.fromEntries(
    Object.entries(isObject(fields) ? fields : {}).map(([name, field]) => [
      name,
      isObject(field) ? shortField(field) : field,
    ]),
  )

/** A document with every field in its short form, those that actions define included. */
function shortDocument(document: JsonObject): JsonObject {
  const { type: _type, ...untyped } = document
  const machine = document['x-machine']
  if (document['enum']) return untyped
  if (!document['properties']) return document
  return {
    ...untyped,
    properties: shortFields(document['properties']),
    ...(isObject(machine) && {
      'x-machine': {
        ...machine,
        actions: Object.fromEntries(
          Object.entries(machine['actions'] as JsonObject).map(([name, action]) => [name, shortAction(action)]),
        ),
      },
    }),
  }
}

function shortAction(action: Json | undefined): Json | undefined {
  if (!isObject(action) || !Array.isArray(action['input'])) return action
  return { ...action, input: action['input'].map((input: Json) => (isObject(input) ? shortFields(input) : input)) }
}

const generatedIn = (root: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filesBelow(join(root, 'generated'))).filter(([path]) => path !== 'docs/schema-language.md'),
  )

const withOutput = readdirSync(cases).filter((name) => !existsSync(join(cases, name, 'expected/problems.json')))

describe('short forms', () => {
  it.each(withOutput)('of the case %s give the same files', async (name) => {
    const long = filesBelow(join(cases, name, 'schemas'))
    const short = Object.entries(long).map(
      ([path, text]) => [path, shortDocument(JSON.parse(text) as JsonObject)] as const,
    )
    const roots = [join(scratch, `${name}-long`), join(scratch, `${name}-short`)] as const
    write(roots[0], Object.fromEntries(Object.entries(long).map(([path, text]) => [path, JSON.parse(text) as Json])))
    write(roots[1], Object.fromEntries(short))
    for (const root of roots) expect((await generate(root)).problems).toEqual([])
    expect(generatedIn(roots[1])).toEqual(generatedIn(roots[0]))
    const lengths = roots.map((root) => Object.values(filesBelow(join(root, 'schemas'))).join('').length)
    if (short.some(([path]) => !path.includes('/module'))) expect(lengths[1]).toBeLessThan(lengths[0]!)
  })

  const head = (id: string): JsonObject => ({
    $id: id,
    'x-label': label,
    'x-entity': { label, title: 'name' },
  })
  const name = { maxLength: 20, 'x-label': label }
  const price = { $id: 'shop/types/price', 'x-scale': 2, minimum: 0, 'x-unit': label, 'x-label': label }
  const documents = (priceField: Json, type: Json = price): Record<string, Json> => ({
    'shop/module.json': { 'x-label': label },
    'shop/types/price.json': type,
    'shop/item.json': { ...head('shop/item'), properties: { name, price: priceField } },
  })

  it('of shared types are the keywords of the type, which those of the field override', async () => {
    const root = join(scratch, 'types')
    const written = join(scratch, 'written')
    write(root, documents({ $ref: 'types/price.json', minimum: 1, 'x-label': { 'zh-cn': '单价', en: 'Unit price' } }))
    write(
      written,
      documents({
        type: 'string',
        format: 'decimal',
        'x-scale': 2,
        minimum: 1,
        'x-unit': label,
        'x-label': { 'zh-cn': '单价', en: 'Unit price' },
      }),
    )
    for (const one of [root, written]) expect((await generate(one)).problems).toEqual([])
    expect(generatedIn(root)).toEqual(generatedIn(written))
  })

  it('follow an edit of the shared type in a process that goes on', async () => {
    const root = join(scratch, 'edited')
    const memory = createMemory()
    const scaleNow = async (): Promise<unknown> => {
      const { problems, write: writeFiles } = await stage(root, null, memory)
      expect(problems).toEqual([])
      await writeFiles({})
      return /"?scale"?: (\d)/.exec(readFileSync(join(root, 'generated/shop/item/table.ts'), 'utf8'))?.[1]
    }
    write(root, documents({ $ref: 'types/price.json' }))
    expect(await scaleNow()).toBe('2')
    write(root, documents({ $ref: 'types/price.json' }, { ...price, 'x-scale': 4 }))
    expect(await scaleNow()).toBe('4')
  })
})
