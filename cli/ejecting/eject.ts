/** Copies a built-in component into a module, which renders its own from then on. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { kindOf } from '../../generator/normalize/field-kind.ts'
import { readDocument } from '../../generator/read.ts'
import { member, objectOf, type JsonObject } from '../../generator/source/json.ts'
import { suggest } from '../../generator/source/suggest.ts'
import { addFiles, webEdit, type Written } from '../adding/code.ts'
import { addKeyword } from '../adding/schemas.ts'
import { cellOfKind, generatedForm, generatedList, inputOfKind, type BuiltIn } from './built-in.ts'
import { copyComponent } from './copy-component.ts'
import { refusals } from './refusals.ts'
import { readPublicNames } from './public-names.ts'

export interface Target {
  readonly root: string
  readonly module: string
  readonly entity: string
  /** Of a cell or widget. */
  readonly field: string
  /** The folder `runtime` of the framework with its sources. */
  readonly runtime: string
  /** Of the framework, noted in the copy. */
  readonly version: string
}

export interface Ejected {
  readonly written: Written
  /** The file to edit. */
  readonly main: string
  readonly packages: readonly string[]
}

/** What a part is, and where the module names its own. */
interface Part {
  readonly builtIn: BuiltIn
  readonly member: 'cells' | 'widgets' | 'forms' | 'lists'
  /** Under which the module names it. */
  readonly name: string
  /** Below the folder of the member. */
  readonly folder: string
}

/** The cell of a field, which names it from then on. */
export const ejectCell = (target: Target): Ejected => ejectOfField(target, 'x-cell')

/** The input of a field, which names it from then on. */
export const ejectWidget = (target: Target): Ejected => ejectOfField(target, 'x-widget')

/** The fields of the record form of an entity. */
export const ejectForm = (target: Target): Ejected => ejectOfEntity(target, 'forms', generatedForm)

/** The page that lists the records of an entity. */
export const ejectPage = (target: Target): Ejected => ejectOfEntity(target, 'lists', generatedList)

function ejectOfEntity(target: Target, member: 'forms' | 'lists', builtIn: BuiltIn): Ejected {
  const { module, entity } = target
  return write(target, { builtIn, member, name: `${module}/${entity}`, folder: hyphened(entity) })
}

function ejectOfField(target: Target, keyword: 'x-cell' | 'x-widget'): Ejected {
  const { root, module, entity, field } = target
  const path = `schemas/${module}/${entity}.json`
  const { properties = {} } = parse(readFileSync(join(root, path), 'utf8')) as {
    readonly properties?: Readonly<Record<string, JsonObject>>
  }
  const keywords = Object.hasOwn(properties, field) ? properties[field] : undefined
  if (!keywords) throw refusals.noField(path, field, suggest(field, Object.keys(properties)))
  const own = keywords[keyword]
  if (typeof own === 'string') throw refusals.hasOwn(path, field, keyword, own)
  const kind = kindOf(
    objectOf(member(member(readDocument(root, `${module}/${entity}.json`)?.value, 'properties'), field)),
  )
  const builtIn = kind && (keyword === 'x-cell' ? cellOfKind(kind) : inputOfKind(kind))
  if (!builtIn) throw refusals.notShown(path, field, kind ?? '')
  const name = hyphened(`${entity}-${field}`)
  const ejected = write(target, { builtIn, member: keyword === 'x-cell' ? 'cells' : 'widgets', name, folder: name })
  addKeyword(root, path, field, keyword, name)
  return { ...ejected, written: [...ejected.written, path] }
}

const hyphened = (name: string): string => name.replaceAll('_', '-')

function write(target: Target, { builtIn, member, name, folder }: Part): Ejected {
  const { root, module, runtime, version } = target
  const copy = copyComponent(runtime, builtIn.path, readPublicNames(join(runtime, 'web')))
  if (copy === null) throw refusals.noSources(`runtime/web/${builtIn.path}`)
  if (copy.missing.length > 0) throw refusals.notPublic(builtIn.name, copy.missing)
  const place = `runtime/modules/${module}/web/${member}/${folder}`
  if (existsSync(join(root, place))) throw refusals.exists(place)
  const banner = `// Ejected from Tablewright ${version}: runtime/web/${builtIn.path}. It belongs to this module now.\n`
  const files = copy.files.map((file) => ({ path: `${place}/${file.name}`, text: banner + file.text }))
  const main = files[0]?.path ?? ''
  const load = `() => import('./${member}/${folder}/${copy.files[0]?.name}').then((file) => file.${builtIn.name})`
  const written = addFiles(root, module, files, [webEdit(module, member, `'${name}': ${load}`)])
  if (written === null) throw refusals.otherIndex(`runtime/modules/${module}/web/index.ts`, member, name)
  return { written, main, packages: copy.packages }
}
