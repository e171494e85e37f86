import type { Text } from '../../../runtime/protocol/index.ts'
import { columnKeywords } from '../../normalize/implicit-fields.ts'
import { member, objectOf, type Json, type JsonObject } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import { escaped, type Document } from '../view/document.ts'
import { fieldPointer, type EntityView, type View } from '../view/view.ts'

export const formerNames: Rule = {
  code: 'TW1205',
  name: 'A former name is no longer in use, and one successor has its values',
  find: (view) => [
    ...[...view.entities.values()].flatMap(checkFields),
    ...checkEntities(view),
    ...[...view.enums.values()].flatMap((document) => checkOptions(document, '', document.value)),
    ...[...view.entities.values()].flatMap(({ document, fields }) =>
      [...fields].flatMap(([name, field]) => [
        ...checkOptions(document, fieldPointer(name), field),
        ...checkOptions(document, `${fieldPointer(name)}/items`, objectOf(member(field, 'items'))),
      ]),
    ),
  ],
}

const kinds = {
  field: both('字段', 'field'),
  entity: both('实体', 'entity'),
  option: both('选项', 'option'),
}

/** Reports former names that exist, and the second of two successors. */
class FormerNames {
  readonly #what: Text
  readonly #exists: (former: string) => boolean
  readonly #successors = new Map<string, string>()

  constructor(what: Text, exists: (former: string) => boolean) {
    this.#what = what
    this.#exists = exists
  }

  check(document: Document, pointer: string, name: string, former: Json | undefined): readonly Problem[] {
    if (Array.isArray(former))
      return former.flatMap((item: Json, index) => this.check(document, `${pointer}/${index}`, name, item))
    if (former === undefined || former === null || typeof former === 'object') return []
    const [key, what] = [String(former), this.#what]
    if (this.#exists(key))
      return [
        problemOf('TW1205', document, pointer, 'value', {
          message: both(
            `“${key}”仍是一个${what['zh-cn']}，因此“${name}”不能接替它。`,
            `"${key}" is still ${what.en === 'field' ? 'a' : 'an'} ${what.en}, so "${name}" cannot succeed it.`,
          ),
          hint: both(
            `请删除${what['zh-cn']}“${key}”，或在此去掉它。`,
            `remove the ${what.en} "${key}", or do not name it here`,
          ),
        }),
      ]
    const other = this.#successors.get(key)
    this.#successors.set(key, name)
    if (other === undefined) return []
    return [
      problemOf('TW1205', document, pointer, 'value', {
        message: both(
          `“${other}”已接替“${key}”；它的值只能归一个${what['zh-cn']}。`,
          `"${other}" succeeds "${key}" already; only one ${what.en} can have its values.`,
        ),
        hint: both('请在其中一处去掉它。', 'name it at one of the two only'),
      }),
    ]
  }
}

function checkEntities(view: View): readonly Problem[] {
  const { entities } = view
  const names = new FormerNames(kinds.entity, (id) => entities.has(id))
  return [...entities.values()].flatMap(({ document, id }) => [
    ...names.check(document, '/x-renamedFrom', id, member(document.value, 'x-renamedFrom')),
    ...checkPosted(document, view),
  ])
}

/** Where the document's kind is a text, rows of the ledger contain the id of the entity, and they never change. */
function checkPosted(document: Document, { entities }: View): readonly Problem[] {
  if (member(document.value, 'x-renamedFrom') === undefined) return []
  const ledgers = Object.values(objectOf(member(document.value, 'x-posting'))).flatMap(
    (posting) => entities.get(String(member(posting, 'ledger'))) ?? [],
  )
  const isNamed = ledgers.some((ledger) => {
    const columns = objectOf(member(member(ledger.document.value, 'x-ledger'), 'document'))
    const kind = ledger.fields.get(String(columns['kind']))
    return kind !== undefined && member(kind, 'enum') === undefined && member(kind, '$ref') === undefined
  })
  if (!isNamed) return []
  return [
    problemOf('TW1205', document, '/x-renamedFrom', 'value', {
      message: both(
        '此实体向流水过账，流水中的记录以它的名称指向它且永不改变，因此不能改名。',
        'The entity posts to a ledger, whose rows contain its name and never change, so it cannot have a new one.',
      ),
      hint: both('请恢复 $id；显示的名称由 x-label 决定', 'restore its $id; people see its x-label'),
    }),
  ]
}

/** Options know each other by name, and removed ones by value. */
function checkOptions(document: Document, pointer: string, keywords: JsonObject): readonly Problem[] {
  const options = Object.entries(objectOf(member(keywords, 'x-options')))
  const values = new Set(options.map(([, option]) => String(member(option, 'value'))))
  const formerNames = new FormerNames(kinds.option, (name) => options.some(([other]) => other === name))
  const formerValues = new FormerNames(kinds.option, (value) => values.has(value))
  return options.flatMap(([name, option]) => {
    const optionPointer = `${pointer}/x-options/${escaped(name)}`
    const replaces = member(option, 'x-replaces')
    return [
      ...formerNames.check(document, `${optionPointer}/x-renamedFrom`, name, member(option, 'x-renamedFrom')),
      ...(Array.isArray(replaces) ? replaces : []).flatMap((value, index) =>
        formerValues.check(document, `${optionPointer}/x-replaces/${index}`, name, value),
      ),
    ]
  })
}

function checkFields({ document, fields, implicit, meta }: EntityView): readonly Problem[] {
  const names = new FormerNames(kinds.field, (name) => fields.has(name) || implicit.has(name))
  return [
    ...[...fields].flatMap(([name, field]) =>
      names.check(document, `${fieldPointer(name)}/x-renamedFrom`, name, member(field, 'x-renamedFrom')),
    ),
    ...Object.entries(objectOf(member(meta, 'renamedFrom'))).flatMap(([name, former]) => {
      const pointer = `/x-entity/renamedFrom/${escaped(name)}`
      return columnKeywords.some((keyword) => member(meta, keyword) === name)
        ? names.check(document, pointer, name, former)
        : [noColumn(document, pointer, name)]
    }),
  ]
}

const noColumn = (document: Document, pointer: string, name: string): Problem =>
  problemOf('TW1205', document, pointer, 'name', {
    message: both(`x-entity 没有自动创建的列“${name}”。`, `x-entity creates no column "${name}".`),
    hint: both(
      '请写 created、updated 等所给的列名；声明的字段在该字段上写 x-renamedFrom',
      'give the name that created, updated and so on have; at a declared field write x-renamedFrom',
    ),
  })
