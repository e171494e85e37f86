import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { decimalText, isSafeText } from 'tablewright/protocol'
import { likePattern } from '../../../runtime/server/db/index.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import { field, tableModel } from '../../support/models.ts'

const note = tableModel('match/note', {
  fields: [field('body', 'text'), field('amount', 'integer'), field('list', 'text'), field('tags', 'tags')],
})

/**
 * What LIKE must mean, written down once more: `%` any, `_` one character, `\` literally the next, ASCII case ignored.
 */
function matches(text: string, pattern: string): boolean {
  const fold = (value: string) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  let source = ''
  for (const [sign] of pattern.matchAll(/\\[^]|[^]/gu)) {
    if (sign === '%') source += '[^]*'
    else if (sign === '_') source += '[^]'
    else
      source += `\\u{${fold([...sign].at(-1)!)
        .codePointAt(0)!
        .toString(16)}}`
  }
  return new RegExp(`^${source}$`, 'u').test(fold(text))
}

const alphabet = [
  'a',
  'A',
  'b',
  'Z',
  'z',
  'é',
  'É',
  'ß',
  'İ',
  'i',
  'ı',
  'K',
  'Ä',
  'ä',
  '中',
  '文',
  '𠮷',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '-',
  ' ',
  '\n',
  '0',
  '[',
  '*',
  '$1',
  '?',
]
const anyText = fc.array(fc.constantFrom(...alphabet), { maxLength: 6 }).map((parts) => parts.join(''))

describe.each(engines)('matching on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open([note])
  })
  afterAll(() => database.dispose())

  const truth = async (condition: RawBuilder<SqlBool>) => {
    const found = await sql<{ yes: number | null }>`select (${condition}) as yes`.execute(database.query)
    return found.rows[0]!.yes
  }
  const text = (value: string | null) => sql`cast(${value} as text)`

  it('LIKE matches as specified, for every text and pattern', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (value, pattern) => {
        expect(await truth(database.adapter.like(text(value), pattern)), JSON.stringify([value, pattern])).toBe(
          matches(value, pattern) ? 1 : 0,
        )
      }),
      {
        numRuns: 1500,
        examples: [
          ['a\\', 'a\\'],
          ['\\', '\\\\'],
          ['50%', '50\\%'],
          ['505', '50\\%'],
          ['a_b', 'a\\_b'],
          ['ÄPFEL', 'äpfel'],
          ['ｋ', 'K'],
        ],
      },
    )
  })

  it('a literal search finds exactly the texts that hold it', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (value, part) => {
        const fold = (one: string) => one.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
        expect(await truth(database.adapter.like(text(value), likePattern(part)))).toBe(
          fold(value).includes(fold(part)) ? 1 : 0,
        )
      }),
      { numRuns: 500 },
    )
  })

  it('finds any storable text in stored rows when searching for the same text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter(isSafeText),
        async (value) => {
          await database.write(async (trx) => {
            await trx.deleteFrom('match_note').execute()
            await trx.insertInto('match_note').values({ body: value }).execute()
          })
          const found = await database.query
            .selectFrom('match_note')
            .select('body')
            .where(database.adapter.like(sql.ref('body'), likePattern(value)))
            .execute()
          expect(found).toEqual([{ body: value }])
        },
      ),
      { numRuns: 100 },
    )
  })

  it('NULL matches nothing and is returned as NULL', async () => {
    expect(await truth(database.adapter.like(text(null), '%'))).toBeNull()
  })

  it('reads integers as the decimals they represent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.maxSafeInteger(), fc.integer({ min: 0, max: 6 }), async (value, scale) => {
        const found = await sql<{
          text: string
        }>`select ${database.adapter.textOf(sql`cast(${value} as bigint)`, scale)} as text`.execute(database.query)
        expect(found.rows[0]!.text).toBe(decimalText(value, scale))
      }),
      {
        numRuns: 300,
        examples: [
          [0, 2],
          [-5, 3],
          [5, 0],
          [-100, 2],
          [Number.MAX_SAFE_INTEGER, 4],
          [-Number.MAX_SAFE_INTEGER, 6],
        ],
      },
    )
  })

  it.each<[string | null, string | number, 0 | 1]>([
    ['["a","b"]', 'a', 1],
    ['["a","b"]', 'ab', 0],
    ['["a"]', 'A', 0],
    ['[1,2]', 2, 1],
    ['[1,2]', '2', 0],
    ['["中文","x\\"y"]', 'x"y', 1],
    ['["a,b"]', 'a', 0],
    ['[]', 'a', 0],
    [null, 'a', 0],
    ['["it\'s"]', "it's", 1],
  ])('the JSON list %j holds %j: %d', async (list, value, expected) => {
    expect(await truth(database.adapter.jsonHas(text(list), value))).toBe(expected)
    if (typeof value === 'string')
      expect(await truth(database.adapter.jsonHasAny(text(list), ['other', value]))).toBe(expected)
  })

  it.each<[string | null, string, 0 | 1]>([
    ['a,b,c', 'b', 1],
    ['a,b,c', 'a', 1],
    ['a,b,c', 'c', 1],
    ['ab,c', 'b', 0],
    ['a,b', 'a,b', 0],
    ['', '', 1],
    ['a', '', 0],
    ['a', 'A', 0],
    [null, 'a', 0],
    ['a%,b', '%', 0],
    ['1,12', '1', 1],
  ])('the set %j holds %j: %d', async (list, value, expected) => {
    expect(await truth(database.adapter.inSet(text(list), value))).toBe(expected)
  })
})
