/**
 * Schemas whose fields have the names that our statements give to tables and columns: documents that post to ledgers,
 * and the tables they refer to. Every table has all the names; each of them has a part in one of the ledgers.
 */
import { isSecret } from '../../../runtime/server/operation/audit/mask.ts'
import { names } from './statement-names.ts'

type Keywords = Readonly<Record<string, unknown>>

const label = (text: string) => ({ 'zh-cn': text, en: text })
const text: Keywords = { type: 'string', maxLength: 40 }
const integer: Keywords = { type: 'integer' }
const decimal: Keywords = { type: 'string', format: 'decimal', 'x-scale': 2 }
const balance: Keywords = { ...decimal, readOnly: true, default: '0.00' }
const to = (entity: string): Keywords => ({ ...integer, 'x-relation': { to: `paper/${entity}` } })
const options = (values: Readonly<Record<string, number>>): Keywords => ({
  ...integer,
  enum: Object.values(values),
  'x-options': Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value, 'x-label': label(name) }]),
  ),
})

/** The log has no former values of what is named as a secret, so that it cannot be undone. */
export const fieldNames = names.filter((name) => !isSecret(name))

/** The nested object of `product_id` would be `product`, which is a name as well. */
const partNames = fieldNames.filter((name) => !name.endsWith('_id'))

/** The next names for the parts. */
function partsFrom<Part extends string>(start: number, parts: readonly Part[]): Readonly<Record<Part, string>> {
  const entries = parts.map((part, index) => [part, partNames[(start + index) % partNames.length]])
  return Object.fromEntries(entries) as Record<Part, string>
}

/** @param fields by name, the title first; every other name is a decimal, whose column some statements convert */
function entity(
  name: string,
  fields: Readonly<Record<string, Keywords>>,
  {
    meta = {},
    ...more
  }: { readonly meta?: Readonly<Record<string, string>>; readonly [keyword: string]: unknown } = {},
): readonly [string, Keywords] {
  const others = fieldNames.filter((other) => !Object.hasOwn(fields, other) && !Object.values(meta).includes(other))
  const properties = {
    ...fields,
    ...Object.fromEntries(others.map((other) => [other, name === 'unit' ? text : decimal])),
  }
  return [
    `paper/${name}.json`,
    {
      $id: `paper/${name}`,
      type: 'object',
      'x-label': label(name),
      'x-entity': { label: label(name), title: Object.keys(fields)[0], ...meta },
      properties: Object.fromEntries(
        Object.entries(properties).map(([field, keywords]) => [field, { ...keywords, 'x-label': label(field) }]),
      ),
      ...more,
    },
  ]
}

const ledgerParts = [
  'no',
  'goods',
  'shelf',
  'measure',
  'before',
  'after',
  'kind',
  'id',
  'line',
  'seq',
  'leg',
  'reversal',
  'price',
  'total',
  'unit',
  'place',
  'movement',
  'created',
] as const

export const unitParts = partsFrom(0, ['title'])
export const shelfParts = partsFrom(3, ['title', 'unit'])
export const paperParts = partsFrom(7, ['no', 'state', 'goods', 'lines', 'input', 'copy'])
export const lineParts = partsFrom(17, ['note', 'goods', 'shelf', 'quantity', 'price'])
const goodsStart = 23
export const goodsParts = partsFrom(goodsStart, ['title', 'unit'])

/** One ledger after the other, until each name has had a part in one. */
export const ledgers = Array.from({ length: Math.ceil(partNames.length / ledgerParts.length) }, (_ledger, index) => ({
  name: `book_${index}`,
  stockName: `stock_${index}`,
  parts: partsFrom(index * ledgerParts.length, ledgerParts),
  stock: partsFrom(index * 5 + 11, ['note', 'goods', 'shelf', 'quantity', 'last']),
  goods: partsFrom(goodsStart + 2 + index * 2, ['total', 'reserved']),
}))

function ledgerOf({ name, stockName, parts, stock, goods }: (typeof ledgers)[number]) {
  const { no, created, measure, before, after, kind, id, line, seq, leg } = parts
  return [
    entity(
      name,
      {
        [no]: text,
        [parts.goods]: to('goods'),
        [parts.shelf]: to('shelf'),
        [measure]: decimal,
        [before]: decimal,
        [after]: decimal,
        [kind]: text,
        [id]: integer,
        [line]: integer,
        [seq]: integer,
        [leg]: options({ out: 1, in: 2 }),
        [parts.reversal]: integer,
        [parts.price]: decimal,
        [parts.total]: decimal,
        [parts.unit]: text,
        [parts.place]: { ...text, maxLength: 100 },
        [parts.movement]: options({ moved: 10 }),
      },
      {
        meta: { created },
        required: [parts.goods, parts.shelf, measure, before, after, kind, id, line, seq, leg],
        'x-ledger': {
          document: { kind, id, no, line, seq, leg },
          kind: parts.movement,
          dimensions: [parts.goods, parts.shelf],
          measure,
          before,
          after,
          reversal: parts.reversal,
          amount: { price: parts.price, total: parts.total },
          balances: [
            {
              table: `paper/${stockName}`,
              key: { [stock.goods]: parts.goods, [stock.shelf]: parts.shelf },
              field: stock.quantity,
              floor: 0,
              last: stock.last,
            },
            { table: 'paper/goods', key: { id: parts.goods }, field: goods.total, floor: goods.reserved },
          ],
          snapshot: {
            [parts.unit]: `${parts.goods}.${goodsParts.unit}.${unitParts.title}`,
            [parts.place]: [
              `${parts.shelf}.${shelfParts.unit}.${unitParts.title}`,
              `${parts.shelf}.${shelfParts.title}`,
            ],
          },
        },
      },
    ),
    entity(
      stockName,
      {
        [stock.note]: text,
        [stock.goods]: to('goods'),
        [stock.shelf]: to('shelf'),
        [stock.quantity]: balance,
        [stock.last]: integer,
      },
      { required: [stock.goods, stock.shelf] },
    ),
  ]
}

const posting = ({ name, parts }: (typeof ledgers)[number]) => ({
  ledger: `paper/${name}`,
  each: paperParts.lines,
  kind: 'moved',
  entries: [
    {
      [parts.goods]: lineParts.goods,
      [parts.shelf]: lineParts.shelf,
      [parts.measure]: lineParts.quantity,
      [parts.price]: lineParts.price,
      leg: 'in',
    },
  ],
})

/** The documents of the module `paper`, by path below `schemas/`. */
export const namedSchemas: ReadonlyMap<string, Keywords> = new Map([
  ['paper/module.json', { 'x-label': label('paper') }],
  entity('unit', { [unitParts.title]: text }),
  entity('shelf', { [shelfParts.title]: text, [shelfParts.unit]: to('unit') }),
  entity('goods', {
    [goodsParts.title]: text,
    [goodsParts.unit]: to('unit'),
    ...Object.fromEntries(ledgers.flatMap(({ goods }) => Object.values(goods).map((name) => [name, balance]))),
  }),
  ...ledgers.flatMap(ledgerOf),
  entity('paper_line', {
    [lineParts.note]: text,
    [lineParts.goods]: to('goods'),
    [lineParts.shelf]: to('shelf'),
    [lineParts.quantity]: decimal,
    [lineParts.price]: decimal,
  }),
  entity(
    'paper',
    {
      [paperParts.no]: text,
      [paperParts.input]: text,
      [paperParts.copy]: text,
      [paperParts.state]: options({ draft: 0, booked: 1 }),
      [paperParts.goods]: to('goods'),
      [paperParts.lines]: {
        type: 'array',
        maxItems: 20,
        'x-relation': { to: 'paper/paper_line', owned: true },
      },
    },
    {
      meta: { updated: 'walks', softDelete: 'hits' },
      'x-actions': ['index', 'add', 'edit', 'del', 'restore'],
      'x-machine': {
        field: paperParts.state,
        initial: 'draft',
        editable: 'draft',
        deletable: 'draft',
        actions: {
          book: {
            'x-label': label('Book'),
            from: 'draft',
            to: 'booked',
            input: [paperParts.input, paperParts.goods],
            set: { [paperParts.copy]: paperParts.no },
            effects: ledgers.map(({ name }) => ({ post: name })),
            undo: 'unbook',
          },
          unbook: {
            'x-label': label('Unbook'),
            from: 'booked',
            to: 'draft',
            effects: ledgers.map(({ name }) => ({ reverse: name })),
          },
        },
      },
      'x-posting': Object.fromEntries(ledgers.map((ledger) => [ledger.name, posting(ledger)])),
    },
  ),
])
