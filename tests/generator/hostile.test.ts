/** Schemas written by an enemy (T60–T62): refused with their place, quickly, and without a trace on disk. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { checkSync } from 'recheck'
import { describe, expect, it } from 'vitest'
import { isLinear, safePatterns } from '../../generator/check/fields/safe-patterns.ts'
import { generate } from '../../generator/pipeline.ts'
import { filesBelow, onCopy } from './folders.ts'

type Refused = { code: string; file: string; line: number }

async function refusalsOf(prepare: (schemas: string) => void): Promise<readonly Refused[]> {
  return onCopy(async (root) => {
    prepare(join(root, 'schemas'))
    const { problems } = await generate(root)
    expect(existsSync(join(root, 'generated'))).toBe(false)
    return problems.map(({ code, file, line }) => ({ code, file, line }))
  })
}

function put(schemas: string, path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(schemas, path)), { recursive: true })
  writeFileSync(join(schemas, path), text)
}

/** The unit schema with one text of it replaced. */
const unitWith = (from: string, to: string) => (schemas: string) => {
  const path = join(schemas, 'shop/unit.json')
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
}

const remarkWith = (words: string) => unitWith('"remark": { ', `"remark": { ${words}, `)

describe('hostile schemas (T60, T61, T62)', () => {
  const cases: readonly (readonly [string, (schemas: string) => void, string])[] = [
    ['code by tsType', remarkWith('"tsType": "any; export const owned = 1"'), 'TW1103'],
    ['a remote $ref', unitWith('"enums/enabled.json"', '"https://example.com/x.json"'), 'TW1304'],
    ['a file $ref', unitWith('"enums/enabled.json"', '"file:///etc/passwd"'), 'TW1304'],
    ['an escaping $ref', unitWith('"enums/enabled.json"', '"../../../../etc/passwd"'), 'TW1304'],
    ['a $ref to a document that is no enumeration', unitWith('"enums/enabled.json"', '"brand.json"'), 'TW1304'],
    ['a pattern that explodes', remarkWith('"pattern": "^(a|a)*$"'), 'TW1408'],
    ['a pattern without end', unitWith('"maxLength": 500', '"pattern": "^a*$"'), 'TW1408'],
    [
      'more fields than a table has columns',
      unitWith(
        '"properties": {',
        `"properties": { ${Array.from(
          { length: 3000 },
          (_, at) => `"c${at}": { "type": "integer", "x-label": { "zh-cn": "列", "en": "C" } },`,
        ).join(' ')}`,
      ),
      'TW1108',
    ],
    ['$data in a bound', remarkWith('"minLength": { "$data": "1/name" }'), 'TW1104'],
    [
      'a table name with SQL in it',
      unitWith('"title": "name"', '"title": "name", "table": "x; drop table admin"'),
      'TW1202',
    ],
    [
      'a table of the database itself',
      unitWith('"title": "name"', '"title": "name", "table": "sqlite_master"'),
      'TW1203',
    ],
    [
      'a controller with a path in it',
      unitWith('"title": "name"', '"title": "name", "controller": "../../etc.Passwd"'),
      'TW1104',
    ],
    ['a field called __proto__', unitWith('"remark": {', '"__proto__": {'), 'TW1202'],
    ['a field called constructor', unitWith('"remark": {', '"constructor": {'), 'TW1203'],
    ['a field with code in its name', unitWith('"remark": {', '"a: any }; export const owned = 1; //": {'), 'TW1202'],
    ['a field with a null character', unitWith('"remark": {', '"re\\u0000mark": {'), 'TW1202'],
    ['a field as long as a book', unitWith('"remark": {', `"${'x'.repeat(5000)}": {`), 'TW1202'],
    ['a field that looks like another (full-width letter)', unitWith('"remark": {', '"ｒemark": {'), 'TW1202'],
    ['a widget with a path in it', remarkWith('"x-widget": "../../evil"'), 'TW1104'],
    ['an icon with markup', unitWith('"icon": "numerical"', '"icon": "<script>"'), 'TW1104'],
    ['an entity called index', (schemas) => put(schemas, 'shop/index.json', '{}'), 'TW1203'],
    ['an entity with dots in its name', (schemas) => put(schemas, 'shop/a..b.json', '{}'), 'TW1202'],
    [
      'a module called docs',
      (schemas) => put(schemas, 'docs/module.json', '{ "x-label": { "zh-cn": "文档", "en": "Docs" } }'),
      'TW1203',
    ],
    ['a folder too deep', (schemas) => put(schemas, 'shop/enums/more/x.json', '{}'), 'TW1002'],
    ['a linked file', (schemas) => symlinkSync('/etc/passwd', join(schemas, 'shop/passwd.json')), 'TW1002'],
    ['a linked folder', (schemas) => symlinkSync('/etc', join(schemas, 'etc')), 'TW1002'],
    [
      'a file that is no UTF-8',
      (schemas) => put(schemas, 'shop/latin.json', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
      'TW1002',
    ],
    [
      'a file of 2 MB',
      (schemas) => put(schemas, 'shop/big.json', `{ "$comment": "${'x'.repeat(2_000_000)}" }`),
      'TW1002',
    ],
    ['a document that is a list', (schemas) => put(schemas, 'shop/list.json', '[]'), 'TW1104'],
  ]
  it.each(cases)('%s is refused', async (_name, prepare, code) => {
    const refused = await refusalsOf(prepare)
    expect(refused.map((problem) => problem.code)).toContain(code)
    for (const problem of refused) expect(problem.line).toBeGreaterThan(0)
  })

  it('endless nesting is reported and does not crash', async () => {
    const refused = await refusalsOf((schemas) => put(schemas, 'shop/deep.json', '['.repeat(400_000)))
    expect(refused.map((problem) => problem.file)).toEqual(['shop/deep.json'])
  })

  it('thousands of problems are reported without delay', { timeout: 30_000 }, async () => {
    const fields = Array.from(
      { length: 3000 },
      (_, at) => `"f${at}": { "type": "string", "maxLenght": 5, "x-label": { "zh-cn": "字", "en": "F" } }`,
    )
    const refused = await refusalsOf((schemas) =>
      put(
        schemas,
        'shop/many.json',
        `{ "$id": "shop/many", "type": "object", "x-label": { "zh-cn": "多", "en": "Many" }, "x-entity": { ` +
          `"label": { "zh-cn": "多", "en": "Many" }, "title": "f0" }, "properties": { ${fields.join(',\n')} } }`,
      ),
    )
    // One more: no table has that many columns.
    expect(refused).toHaveLength(3001)
  })
})

describe('texts with code in them (T61)', () => {
  it('end up as texts: every generated file parses and exports only what it should', () =>
    onCopy(async (root) => {
      const schemas = join(root, 'schemas')
      const nasty = [
        '*/ export const owned = 1 //',
        "'; export const owned = 1; '",
        '`${process.exit(1)}`',
        '\\',
        '\u2028export const owned = 1',
        '</script><script>alert(1)</script>',
        '"}}]}',
        '$&$1',
        '\n*/\nexport const owned = 1\n/*',
      ]
      nasty.forEach((text, at) =>
        put(
          schemas,
          `shop/nasty_${at}.json`,
          JSON.stringify({
            $id: `shop/nasty_${at}`,
            type: 'object',
            title: text,
            description: text,
            $comment: text,
            'x-label': { 'zh-cn': text, en: text },
            'x-entity': { label: { 'zh-cn': text, en: text }, title: 'name' },
            properties: {
              name: {
                type: 'string',
                maxLength: 99,
                title: text,
                description: text,
                default: text,
                'x-label': { 'zh-cn': text, en: text },
                'x-help': { 'zh-cn': text, en: text },
              },
              pick: {
                type: 'string',
                enum: [text.replaceAll(',', '')],
                'x-options': { one: { value: text.replaceAll(',', ''), 'x-label': { 'zh-cn': text, en: text } } },
                'x-label': { 'zh-cn': '选', en: 'Pick' },
              },
            },
          }),
        ),
      )
      const { problems } = await generate(root)
      expect(problems).toEqual([])
      for (const [path, text] of Object.entries(filesBelow(join(root, 'generated')))) {
        if (path.endsWith('.json')) expect(() => JSON.parse(text)).not.toThrow()
        if (!path.endsWith('.ts')) continue
        const { program, errors } = parseSync(path, text)
        expect([path, errors]).toEqual([path, []])
        const kinds: readonly string[] = program.body.map((node) => node.type)
        expect([
          path,
          kinds.filter(
            (kind) => !['ImportDeclaration', 'ExportNamedDeclaration', 'TSTypeAliasDeclaration'].includes(kind),
          ),
        ]).toEqual([path, []])
        expect([path, namesOf(program.body).filter((name) => name.includes('owned'))]).toEqual([path, []])
      }
    }))
})

it('analyses the patterns it knows as safe with the same result', () => {
  expect([...safePatterns].map((source) => checkSync(source, 'u', { timeout: 10_000 }).status)).toEqual(
    [...safePatterns].map(() => 'safe'),
  )
})

describe('patterns that need no analyser', () => {
  const linear = [
    '^$',
    '^[0-9]{11}$',
    '^[a-z][a-z0-9_]*$',
    '^[^\\]\\[]{2,}x$',
    '^\\d{3}-.+?\\.[A-Z]{2}$',
    '^a{1,90}aaa$',
    '^中文?$',
  ]
  it.each(linear)('recognises %s, as the analyser does', (source) => {
    expect(isLinear(source)).toBe(true)
    expect(checkSync(source, 'u', { timeout: 10_000 }).status).toBe('safe')
  })
  it.each([
    'a*$',
    '^a*',
    '^a*a*$',
    '^(a+)+$',
    '^a|b*$',
    '^a?a?a$',
    '^(?=a*)b$',
    '^\\b$',
    '^(.)\\1*$',
    '^a*\\$',
    '^[a$',
  ])('leaves %s to the analyser', (source) => expect(isLinear(source)).toBe(false))
  it('knows all patterns that come with every project', () => {
    const names = ['member', 'mail', 'sms', 'system']
    const sources = names.flatMap((name) =>
      Object.values(filesBelow(join(import.meta.dirname, '../../schemas', name))).flatMap((text) =>
        // Of fields; what numbers documents has the same name and is none.
        [...text.matchAll(/^ {6}"pattern": (".*")/gm)].map(([, source = '']) => JSON.parse(source) as string),
      ),
    )
    expect(sources.length).toBeGreaterThan(5)
    expect(sources.filter((source) => !safePatterns.has(source) && !isLinear(source))).toEqual([])
  })
})

/** Names a module exports. */
function namesOf(body: readonly unknown[]): readonly string[] {
  type Export = { declaration?: { id?: { name: string }; declarations?: { id: { name: string } }[] } | null }
  return (body as readonly Export[])
    .flatMap(({ declaration }) => [
      declaration?.id?.name,
      ...(declaration?.declarations ?? []).map((one) => one.id.name),
    ])
    .filter((name) => name !== undefined)
}
