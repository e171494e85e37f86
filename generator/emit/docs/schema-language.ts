/** `docs/schema-language.md`: every keyword of the schema language, made from the same table as the checks. */
import { kindNames, kinds, type KindName } from '../../../runtime/protocol/index.ts'
import { keywordsOfKind } from '../../check/keywords/keywords-of-kind.ts'
import { defaults } from '../../dialect/defaults.ts'
import { dialect } from '../../dialect/documents.ts'
import { sample } from '../../dialect/sample.ts'
import type { Keyword, Keywords, Shape } from '../../dialect/shape.ts'
import { isObject, type Json } from '../../source/json.ts'
import type { DocumentType } from '../../source/source-file.ts'
import { generatedFolder } from '../folder.ts'
import { jsonText } from '../literal.ts'
import { markdown, type Output } from '../output.ts'

const titles: Readonly<Record<DocumentType, readonly [title: string, path: string]>> = {
  entity: ['Entities', 'schemas/<module>/<entity>.json'],
  overlay: ['Overlays', 'schemas/<module>/overlays/<name>.json'],
  enum: ['Enumerations', 'schemas/<module>/enums/<name>.json'],
  type: ['Shared types', 'schemas/<module>/types/<name>.json'],
  module: ['Modules', 'schemas/<module>/module.json'],
  text: ['Texts', 'schemas/<module>/text/<language>.json'],
}

const folders = { overlay: 'overlays', enum: 'enums', type: 'types', text: 'text' }

const declarations: Readonly<Record<KindName, string>> = {
  text: '`maxLength` up to 255, or `type: string`',
  textarea: '`maxLength` above 255',
  html: '`format: html`; sanitised when it is written, and searched by its plain text',
  integer: '`type: integer`',
  decimal: '`x-scale`; exactly `x-scale` decimal places, sent as text',
  datetime: '`format: timestamp`; seconds since 1970',
  date: '`format: date`',
  time: '`format: time`',
  year: '`format: year`',
  enum: '`enum` and `x-options`, or `$ref`',
  set: '`items` with `enum` and `x-options`, or with `$ref`',
  reference: '`x-relation`',
  references: '`type: array`, `x-relation`',
  image: '`format: image`',
  images: '`items` with `format: image`',
  file: '`format: file`',
  files: '`items` with `format: file`',
  color: '`format: color`',
  icon: '`format: icon`',
  url: '`format: url`',
  email: '`format: email`',
  mobile: '`format: mobile`',
  idNumber: '`format: idNumber`',
  region: '`format: region`',
  account: '`format: account`',
  password: '`format: password`',
  tags: '`items` with `maxLength` or `type: string`',
  pairs: '`additionalProperties` with `maxLength` or `type: string`',
  lines: '`x-relation` with `owned`',
}

/** Longer examples would widen the tables; the sample shows them. */
const maxExample = 120

/** An object with keywords: its name in the reference, where it is used, and one value of it in the sample. */
interface Section {
  readonly name: string
  readonly usedAt: string
  readonly keywords: Keywords
  readonly required: readonly string[]
  /** Values of this object in the sample, from which the examples of its keywords are taken. */
  readonly values: Json[]
}

export function emitSchemaLanguage(): Output {
  const body = [
    '# Schema language reference',
    'Every keyword with its type, default and meaning. ' +
      '[schemas/README.md](../../schemas/README.md) explains the language by example.',
    'A label is an object with one text per language: `{ "zh-cn": "…", "en": "…" }`. ' +
      'Names start with a lowercase letter and contain a–z, 0–9 and _ only.',
    ...documentParts(),
    kindPart(),
    rulePart,
    samplePart(),
  ]
  return markdown(`${generatedFolder}/docs/schema-language.md`, "tablewright's table of keywords", body.join('\n\n'))
}

/** One part for each type of document; an object that several of them contain is described once. */
function documentParts(): readonly string[] {
  const sections = new Map<string, Section>()
  return (Object.keys(titles) as DocumentType[]).map((type) => {
    const [title, path] = titles[type]
    const values = samplesOf(type)
    const before = sections.size
    collect(dialect[type], type, '', values, sections)
    return [`## ${title}`, `\`${path}\``, ...[...sections.values()].slice(before).map(sectionPart)].join('\n\n')
  })
}

/** Values of the sample with the keywords of a type of document; those of shared types are those of fields. */
const samplesOf = (type: DocumentType): readonly Json[] => [
  ...Object.entries(sample).flatMap(([file, value]) => (typeOf(file) === type ? [value] : [])),
  ...(type === 'type' ? samplesOf('entity').flatMap((value) => valueOf(value, 'properties').flatMap(membersOf)) : []),
]

const membersOf = (value: Json): readonly Json[] =>
  isObject(value) ? Object.values(value).filter((one) => one !== undefined) : []

function typeOf(file: string): DocumentType {
  if (file.endsWith('/module.json')) return 'module'
  const type = (['overlay', 'enum', 'type', 'text'] as const).find((one) => file.includes(`/${folders[one]}/`))
  return type ?? 'entity'
}

/** Walks a shape together with the values it has in the sample. */
function collect(
  shape: Shape,
  name: string,
  at: string,
  values: readonly Json[],
  sections: Map<string, Section>,
): void {
  if (shape.is === 'either') return shape.shapes.forEach((one) => collect(one, name, at, values, sections))
  if (shape.is === 'list') return collect(shape.items, name, `${at}[]`, values.flatMap(itemsOf), sections)
  if (shape.is !== 'record' && shape.is !== 'map') return
  const objects = values.filter(isObject)
  const keywords = shape.keywords ?? {}
  const title = shape.is === 'record' ? shape.name : name
  const known = sections.get(title)
  if (known) {
    known.values.push(...objects)
    return
  }
  if (shape.is === 'record' || shape.keywords)
    sections.set(title, {
      name: title,
      usedAt: at,
      keywords,
      required: shape.is === 'record' ? shape.required : [],
      values: objects,
    })
  for (const [key, keyword] of Object.entries(keywords)) {
    const inner = objects.flatMap((value) => valueOf(value, key))
    if (!keyword.unsupported) collect(keyword.shape, key, at === '' ? key : `${at}.${key}`, inner, sections)
  }
  if (shape.is === 'map') {
    const others = objects.flatMap((value) =>
      Object.keys(value).flatMap((key) => (Object.hasOwn(keywords, key) ? [] : valueOf(value, key))),
    )
    collect(shape.values, name, `${at}.<name>`, others, sections)
  }
}

const itemsOf = (value: Json): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])

function sectionPart({ name, usedAt, keywords, required, values }: Section): string {
  const rows = Object.entries(keywords).map(([key, keyword]) => {
    const preset = required.includes(key) ? 'required' : (defaults[name]?.[key] ?? '–')
    const cells = [`\`${key}\``, typeName(keyword), preset, meaningOf(keyword), exampleOf(key, keyword, values)]
    return `| ${cells.join(' | ')} |`
  })
  return [
    ...(usedAt === '' ? [] : [`### ${name}`, '', `Used at \`${usedAt}\`.`, '']),
    '| keyword | type | default | meaning | example |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function meaningOf({ doc, shape, unsupported }: Keyword): string {
  const choices = choicesOf(shape).filter(({ value, doc: { en } }) => en !== String(value))
  const values = choices.map(({ value, doc: { en } }) => `\`${value}\` ${en}`).join('; ')
  const text = unsupported ? `${doc.en} Not supported yet: \`check\` refuses it.` : doc.en
  return inCell(values === '' ? text : `${text} ${values}`)
}

const choicesOf = (shape: Shape): Extract<Shape, { is: 'choice' }>['of'] =>
  shape.is === 'choice' ? shape.of : shape.is === 'either' ? shape.shapes.flatMap(choicesOf) : []

function exampleOf(key: string, { unsupported }: Keyword, values: readonly Json[]): string {
  if (unsupported) return '–'
  const found = values.flatMap((value) => valueOf(value, key))
  const texts = found.map((value) => JSON.stringify(value)).sort((a, b) => a.length - b.length)
  const [shortest] = texts
  if (shortest === undefined) return '–'
  return shortest.length > maxExample ? 'see the [sample](#sample-module)' : `\`${inCell(shortest)}\``
}

/** The value of a keyword as a list: empty where it is absent. Lists stay whole. */
function valueOf(value: Json, key: string): readonly Json[] {
  const found = isObject(value) ? value[key] : undefined
  return found === undefined ? [] : [found]
}

const inCell = (text: string): string => text.replaceAll('|', '\\|')

function typeName(keyword: Keyword): string {
  return keyword.unsupported ? '–' : inCell(shapeName(keyword.shape))
}

function shapeName(shape: Shape): string {
  switch (shape.is) {
    case 'text':
      return shape.maxLength ? `text, at most ${shape.maxLength} characters` : 'text'
    case 'integer':
    case 'number':
      return `${shape.is}${rangeName(shape)}`
    case 'boolean':
      return '`true` or `false`'
    case 'choice':
      return `one of ${shape.of.map(({ value }) => `\`${JSON.stringify(value)}\``).join(', ')}`
    case 'list':
      return `list of: ${shapeName(shape.items)}`
    case 'map':
      return `object: name → ${shapeName(shape.values)}`
    case 'label':
      return `label, at most ${shape.maxLength} characters`
    case 'either':
      return shape.shapes.map(shapeName).join(' or ')
    case 'any':
      return 'any value'
    case 'record':
      return `object [${shape.name}](#${shape.name.toLowerCase()})`
  }
}

function rangeName({ min, max }: { readonly min?: number; readonly max?: number }): string {
  const upper = max === undefined || max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`
  return min === undefined ? '' : upper === '' ? ` from ${min}` : ` ${min}${upper}`
}

function kindPart(): string {
  const rows = kindNames.map((kind) => {
    const { column, operators } = kinds[kind]
    const keywords = keywordsOfKind[kind].map((one) => `\`${one}\``).join(' ')
    const filters = operators.map((one) => `\`${one}\``).join(' ')
    return `| ${kind} | ${inCell(declarations[kind])} | ${keywords} | ${column} | ${filters || '–'} |`
  })
  return [
    '## Field kinds',
    '',
    'The kind follows from the keywords of a field; the first match wins: ' +
      '`x-relation`, lists, `enum` or `$ref`, `format`, `maxLength`. ' +
      'The `type` is written only where no other keyword ' +
      'tells it; a `$ref` to a shared type stands for the keywords of that type.',
    'On SQLite a decimal is stored as a scaled integer, on PostgreSQL as `NUMERIC(18, x-scale)`.',
    '',
    '| kind | declared as | keywords of its own | column | filter operators |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

const rulePart = [
  '## Rules',
  '',
  'Rules are expressions in a part of [CEL](https://cel.dev). A missing value is unknown, as NULL in SQL.',
  '',
  '| part | available |',
  '|---|---|',
  '| names | fields, `old.<field>`, `document.<field>` in lines, `actor.id`, `actor.super`, `member.id`, ' +
    '`actor.groups` in policies, `now` in seconds |',
  '| operators | `&&` `\\|\\|` `!` `==` `!=` `<` `<=` `>` `>=` `+` `-` `*` `/` `%` `? :` `in` |',
  '| functions | `has(x)`, `size(x)`, `round(x, places)`, ' +
    '`x.startsWith(text)`, `x.endsWith(text)`, `x.contains(text)` |',
  '| functions over lines | `lines.all(line, …)`, `lines.exists(line, …)`, `lines.sum(line, …)` |',
].join('\n')

function samplePart(): string {
  const blocks = Object.entries(sample).map(
    ([path, document]) => `\`\`\`json schemas/${path}\n${jsonText(document)}\n\`\`\``,
  )
  return [
    '## Sample module',
    'The examples above are taken from these modules, which use every keyword.',
    ...blocks,
  ].join('\n\n')
}
