import { both, type Problem } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'
import { usesOf, type Use } from '../view/field-uses.ts'
import { fieldPointer, type EntityView, type View } from '../view/view.ts'

export const fieldsExist: Rule = {
  code: 'TW1301',
  name: 'Every field that a schema refers to exists',
  find: (view) => [...view.entities.values()].flatMap((entity) => checkUses(entity, view)),
}

/** One misspelt field may be named in many places: it is reported once, with the number of the others. */
function checkUses(entity: EntityView, view: View): readonly Problem[] {
  const missing = new Map<string, Use[]>()
  const uses = usesOf(entity, view)
  for (const use of uses) {
    if (isFound(use) || !isReadable(use.entity)) continue
    const key = `${use.entity.id} ${use.name}`
    missing.set(key, [...(missing.get(key) ?? []), use])
  }
  const usedNames = new Set(uses.filter((use) => use.entity === entity).map((use) => use.name))
  return [...missing.values()].map((same) => findMisspeltField(same, usedNames) ?? missingField(same))
}

/** When several places agree on a name and the field that is nearest to it is named nowhere, the field is misspelt. */
function findMisspeltField(uses: readonly Use[], usedNames: ReadonlySet<string>): Problem | null {
  // The caller only passes lists that have a use.
  const { name, entity, document } = uses[0]!
  const unused = entity.document === document ? [...entity.fields.keys()].filter((field) => !usedNames.has(field)) : []
  const suggestion = uses.length > 1 && !entity.implicit.has(name) ? suggest(name, unused) : null
  if (suggestion === null) return null
  return problemOf('TW1301', document, fieldPointer(suggestion), 'name', {
    message: both(
      `字段“${suggestion}”未被引用，而不存在的“${name}”被引用了 ${uses.length} 处。`,
      `The field "${suggestion}" is never used, while "${name}" is used in ${uses.length} places but does not exist.`,
    ),
    hint: didYouMean(name),
  })
}

function isFound({ name, entity, of }: Use): boolean {
  return entity.fields.has(name) || (of === 'any' && entity.implicit.has(name))
}

/** An entity whose `properties` are missing or not an object has no fields to look for. */
const isReadable = ({ document }: EntityView): boolean => document.places.get('/properties')?.value.type === 'object'

function missingField(uses: readonly Use[]): Problem {
  // The caller only passes lists that have a use.
  const use = uses[0]!
  const others = uses.length - 1
  const { name, entity, of } = use
  const place = { document: use.document, pointer: use.pointer, at: use.at }
  if (entity.implicit.has(name)) {
    return problemOf('TW1301', place.document, place.pointer, place.at, {
      message: both(
        `“${name}”由 x-entity 自动创建，不能写在这里。`,
        `"${name}" is created by x-entity and cannot be used here.`,
      ),
      hint: both('这里只能写 properties 中的字段。', 'only fields declared in properties can be used here'),
    })
  }
  const names = [...entity.fields.keys(), ...(of === 'any' ? entity.implicit : [])]
  const elsewhere = others > 0 ? both(`（另有 ${others} 处）`, ` (other places: ${others})`) : both('', '')
  return problemOf('TW1301', place.document, place.pointer, place.at, {
    message: both(
      `“${entity.id}”没有字段“${name}”${elsewhere['zh-cn']}。`,
      `"${entity.id}" has no field "${name}"${elsewhere.en}.`,
    ),
    hint: didYouMean(suggest(name, names)),
  })
}
