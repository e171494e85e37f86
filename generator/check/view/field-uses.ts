/** Every place in which a schema names a field. */
import { isObject, member, objectOf, type Json } from '../../source/json.ts'
import { ledgerUses } from './ledger-uses.ts'
import { declared, declaredShown, listed, single, type Use } from './field-use.ts'
import { fieldPointer, type EntityView, type View } from './view.ts'

export type { Use } from './field-use.ts'

/** All uses of field names in an entity, relations to other entities included. */
export function usesOf(entity: EntityView, view: View): readonly Use[] {
  return [
    ...metaUses(entity),
    ...rootUses(entity),
    ...viewUses(entity),
    ...policyUses(entity),
    ...relationUses(entity, view),
    ...ledgerUses(entity, view),
  ]
}

/** Field that refers to the parent in a tree, or null. */
export function treeParentOf({ meta }: EntityView): string | null {
  const tree = member(meta, 'tree')
  const parent = isObject(tree) ? tree['parent'] : tree
  return typeof parent === 'string' ? parent : null
}

function metaUses(entity: EntityView): readonly Use[] {
  const tree = member(entity.meta, 'tree')
  return [
    ...single(entity, '/x-entity/title', entity.meta['title'], declaredShown),
    ...ownTitleParts(entity),
    ...listed(entity, '/x-entity/key', entity.meta['key'], declaredShown),
    ...listed(entity, '/x-entity/details', entity.meta['details'], declaredShown),
    ...single(entity, '/x-entity/number/field', member(objectOf(member(entity.meta, 'number')), 'field'), declared),
    ...single(
      entity,
      isObject(tree) ? '/x-entity/tree/parent' : '/x-entity/tree',
      isObject(tree) ? tree['parent'] : tree,
      declared,
    ),
  ]
}

/** Parts of a title that are fields of the entity itself; the last one always is. */
const ownTitleParts = (entity: EntityView): readonly Use[] =>
  listed(entity, '/x-entity/title', entity.meta['title'], declaredShown).filter(
    ({ name }, index, parts) => !name.includes('.') || index === parts.length - 1,
  )

function rootUses(entity: EntityView): readonly Use[] {
  const { value } = entity.document
  const indexes = Object.entries(objectOf(member(value, 'x-index')))
  return [
    ...listed(entity, '/required', value['required'], declared),
    ...listed(entity, '/x-search', value['x-search'], declaredShown),
    ...indexes.flatMap(([name, index]) =>
      listed(entity, `/x-index/${name}/on`, member(index, 'on'), { of: 'any', isShown: false }),
    ),
  ]
}

function viewUses(entity: EntityView): readonly Use[] {
  const views = objectOf(member(entity.document.value, 'x-views'))
  const table = objectOf(member(views, 'table'))
  const sort = table['sort']
  const form = Array.isArray(views['form']) ? (views['form'] as readonly Json[]) : []
  return [
    ...listed(entity, '/x-views/table/columns', table['columns'], { of: 'any', isShown: true }),
    ...listed(entity, '/x-views/mail/columns', member(views['mail'], 'columns'), { of: 'any', isShown: true }),
    ...single(entity, '/x-views/table/sort', typeof sort === 'string' ? sort.replace(/^-/, '') : sort, {
      of: 'any',
      isShown: true,
    }),
    ...form.flatMap((section, index) => sectionUses(entity, `/x-views/form/${index}/rows`, member(section, 'rows'))),
    ...form.flatMap((section, index) =>
      single(entity, `/x-views/form/${index}/grid`, member(section, 'grid'), declared).map((use) => ({
        ...use,
        list: '/x-views/form',
      })),
    ),
  ]
}

/**
 * One field has one input: the rows of all sections count as one list. A private field may be written, so it is
 * allowed here.
 */
function sectionUses(entity: EntityView, pointer: string, rows: Json | undefined): readonly Use[] {
  return Array.isArray(rows)
    ? rows.flatMap((row: Json, index) => listed(entity, `${pointer}/${index}`, row, declared, '/x-views/form'))
    : []
}

/** A private field may be written, so only the list of shown fields uses this. */
function policyUses(entity: EntityView): readonly Use[] {
  const policy = Object.entries(objectOf(member(entity.document.value, 'x-policy')))
  const showing = policy.some(([action, rule]) => action === 'index' && member(rule, 'fields') !== undefined)
    ? 'index'
    : '*'
  return policy.flatMap(([action, rule]) => [
    ...single(entity, `/x-policy/${action}/on`, member(rule, 'on'), { of: 'any', isShown: false }),
    ...listed(entity, `/x-policy/${action}/fields`, member(rule, 'fields'), {
      of: 'any',
      isShown: action === showing || action === 'public',
    }),
  ])
}

function relationUses(entity: EntityView, view: View): readonly Use[] {
  return [...entity.fields].flatMap(([field, value]) => {
    const relation = objectOf(member(value, 'x-relation'))
    const target = view.entities.get(String(relation['to']))
    const pointer = `${fieldPointer(field)}/x-relation`
    const filters = Object.entries(objectOf(member(relation, 'filter')))
    const own = filters.flatMap(([column, value]) =>
      single(entity, `${pointer}/filter/${column}/field`, member(value, 'field'), declared),
    )
    if (!target) return own
    const theirs = filters.map(([column]): Use => ({
      document: entity.document,
      pointer: `${pointer}/filter/${column}`,
      at: 'name',
      name: column,
      entity: target,
      of: 'any',
      isShown: true,
      list: null,
    }))
    const show = single(entity, `${pointer}/show`, relation['show'], declaredShown).map((use) => ({
      ...use,
      entity: target,
    }))
    return [...own, ...theirs, ...show]
  })
}
