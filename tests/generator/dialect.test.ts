/** The meta-schemas say the same as the checks, and editors find in them what they need. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { dialect } from '../../generator/dialect/documents.ts'
import { read } from '../../generator/read.ts'
import { project } from './folders.ts'

const editorWords = ['markdownDescription', 'enumDescriptions', 'defaultSnippets', 'errorMessage', 'doNotSuggest']

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true })
editorWords.forEach((word) => ajv.addKeyword(word))
const validators = Object.fromEntries(
  Object.keys(dialect).map((type) => [
    type,
    ajv.compile(JSON.parse(readFileSync(join(project, `schemas/dialect/${type}.json`), 'utf8')) as object),
  ]),
)

const shipped = await read(project)
const ours = await read(join(project, 'tests/support'))
const files = [...shipped.files, ...ours.files]
const product = files.find((file) => file.path === 'shop/product.json')!.value

describe('the meta-schemas', () => {
  it.each(files.map((file) => [file.path, file] as const))('accept %s', (_path, file) => {
    const validate = validators[file.type]!
    expect([validate(file.value), validate.errors]).toEqual([true, null])
  })

  it.each([
    ['a misspelt keyword at the root', { ...product, 'x-serach': [] }],
    ['a standard keyword that is not ours', { ...product, oneOf: [] }],
    ['a keyword that is not built yet', { ...product, 'x-machine': {} }],
    ['a misspelt keyword of a field', { ...product, properties: { a: { type: 'string', maxLenght: 5 } } }],
    ['tsType', { ...product, properties: { a: { type: 'string', tsType: 'any' } } }],
    ['a name in upper case', { ...product, properties: { A: { type: 'string' } } }],
    ['a missing translation', { ...product, 'x-label': { en: 'Product' } }],
    ['an unknown format', { ...product, properties: { a: { type: 'string', format: 'ipv4' } } }],
    [
      'a misspelt member of an option',
      {
        ...product,
        properties: {
          a: {
            type: 'integer',
            enum: [1],
            'x-options': { a: { value: 1, 'x-label': { 'zh-cn': '一', en: 'One' }, tones: 'none' } },
          },
        },
      },
    ],
  ])('refuse %s', (_what, value) => {
    expect(validators['entity']!(value)).toBe(false)
  })

  it('explain every keyword in both languages', () => {
    const text = readFileSync(join(project, 'schemas/dialect/entity.json'), 'utf8')
    const entity = JSON.parse(text) as {
      properties: Record<string, { markdownDescription?: string }>
      $defs: Record<string, { properties?: Record<string, { markdownDescription?: string }> }>
    }
    const words = [entity, ...Object.values(entity.$defs)]
      .flatMap((part) => Object.entries(part.properties ?? {}))
      .filter(([name]) => name !== 'zh-cn' && name !== 'en')
    expect(words.length).toBeGreaterThan(80)
    for (const [name, word] of words)
      expect([name, /[a-z].*\n\n.*[\u4e00-\u9fff]/s.test(word.markdownDescription ?? '')]).toEqual([name, true])
  })

  it('cover every keyword of the language', () => {
    const text = Object.values(validators)
      .map((validate) => JSON.stringify(validate.schema))
      .join()
    const keywords = [
      'x-entity',
      'x-label',
      'x-options',
      'x-relation',
      'x-widget',
      'x-cell',
      'x-column',
      'x-scale',
      'x-unit',
      'x-computed',
      'x-when',
      'x-required',
      'x-readonly',
      'x-backfill',
      'x-private',
      'x-checks',
      'x-machine',
      'x-ledger',
      'x-posting',
      'x-policy',
      'x-index',
      'x-search',
      'x-views',
      'x-actions',
      'x-renamedFrom',
      'x-help',
    ]
    for (const keyword of keywords) expect(text).toContain(`"${keyword}"`)
  })
})
