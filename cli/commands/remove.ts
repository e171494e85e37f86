/** `tablewright remove`: takes back what `add` has written. */
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Argument } from 'commander'
import { camelCase } from '../../generator/source/names.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import { hookPart, pagePart, widgetPart } from '../adding/code.ts'
import { partForms, readNames, refuseWrongOverlay, type Names, type PartName } from '../adding/part-names.ts'
import { overlayPath } from '../adding/schemas.ts'
import { CommandError } from '../exit-codes.ts'
import { filesBelow } from '../launcher/publish.mjs'
import { layoutOf } from '../layout.ts'
import { optionalModules, readProduct } from '../product.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { anything, removeCode, unregisterModule, type Removal } from '../removing/code.ts'
import { createDraft } from '../removing/draft.ts'
import { findReferences, type Reference } from '../removing/references.ts'
import { removeEntity, removeField, removeFromProduct, removeModuleDocument } from '../removing/schemas.ts'

interface RemoveFlags {
  readonly overlay?: string
  readonly force?: boolean
  readonly dryRun?: boolean
}

/** Adds the command to the program. */
export function registerRemove(program: Program): void {
  const command = program.add(
    'remove',
    {
      'zh-cn': '撤销 add：删去它所写的内容；文件改动过或仍被引用时拒绝',
      en: 'undo add: takes back what it wrote, unless that was edited since or something still refers to it',
    },
    [
      [
        'tablewright remove field shop/brand/price',
        { 'zh-cn': '字段及其列和表单行', en: 'a field, its column and row' },
      ],
      ['tablewright remove page shop/overview', { 'zh-cn': '页面及其登记', en: 'a page and the lines that name it' }],
      [
        'tablewright remove entity shop/brand --dry-run',
        { 'zh-cn': '只列出将发生的改动', en: 'only list what would change' },
      ],
    ],
  )
  const what = program.t({ 'zh-cn': '要删去什么', en: 'what to remove' })
  command.addArgument(new Argument('<part>', what).choices(Object.keys(partForms)))
  command.argument(
    '<name>',
    program.t({ 'zh-cn': '名称，如 shop/brand/price', en: 'its name, such as shop/brand/price' }),
  )
  command.option(
    '--overlay <module>',
    program.t({
      'zh-cn': '字段是由此模块添加到另一模块的实体的',
      en: 'module that added the field to an entity of another one',
    }),
  )
  command.option(
    '--dry-run',
    program.t({ 'zh-cn': '不写入，只列出将发生的改动', en: 'write nothing; list what would change' }),
  )
  command.option(
    '--force',
    program.t({
      'zh-cn': '即使文件改动过或仍被引用，也删去',
      en: 'remove it although it was edited or something still refers to it',
    }),
  )
  setAction(command, remove)
}

async function remove(context: Context, [word = '', name = '']: readonly string[], flags: RemoveFlags): Promise<void> {
  // The command accepts these words only.
  const part = word as PartName
  const names = readNames('remove', part, name)
  const { overlay, force = false, dryRun = false } = flags
  if (overlay !== undefined) refuseWrongOverlay('remove', part, names[0], overlay)
  const { root } = context
  const removal: Removal = { root, draft: createDraft(root), edited: new Set() }
  const isThere = overlay === undefined ? parts[part](removal, names) : removeOverlayField(removal, names, overlay)
  if (!isThere) throw notThere(part, name)
  const { draft, edited } = removal
  const rest = part === 'module' ? restOf(root, names[0], draft.removed()) : []
  if (force) for (const path of rest) draft.remove(path)
  else {
    if (rest.length > 0) throw notEmpty(names[0], rest)
    if (edited.size > 0) throw editedSince([...edited].sort())
    const references = await findReferences(root, draft, layoutOf(context).shipped, mentionsOf(part, names, overlay))
    if (references.length > 0) throw referredTo(context, name, references)
  }
  const [written, removed] = [draft.written(), draft.removed()]
  if (!dryRun) draft.commit()
  context.print({ ok: true, written, removed }, [
    ...removed.map((path) => `- ${path}`),
    ...written.map((path) => `~ ${path}`),
    ...(dryRun ? [] : [context.t({ 'zh-cn': '下一步：tablewright generate', en: 'Next: tablewright generate' })]),
  ])
  if (dryRun || !['module', 'entity', 'field'].includes(part)) return
  context.log(
    context.t({
      'zh-cn': '数据库中已有的数据不会被删除；tablewright apply 会列出不再属于任何 schema 的表和字段。',
      en: 'Stored data stays in the database; tablewright apply lists tables and fields that no schema has any more.',
    }),
  )
}

const parts: Readonly<Record<PartName, (removal: Removal, names: Names) => boolean>> = {
  module: removeModule,
  entity: (removal, [module, name]) => removeEntity(removal, module, name),
  field: (removal, [module, entity, name]) => removeField(removal, `schemas/${module}/${entity}.json`, name),
  page: (removal, [module, name]) => removeCode(removal, module, pagePart(module, name, anything)),
  widget: (removal, [module, name]) => removeCode(removal, module, widgetPart(module, name)),
  hook: (removal, [module, name]) => removeCode(removal, module, hookPart(module, name)),
}

function removeModule(removal: Removal, [module]: Names): boolean {
  const isPackaged = optionalModules.includes(module) && readProduct(removal.root) !== null
  const isThere = isPackaged ? removeFromProduct(removal, module) : removeModuleDocument(removal, module)
  const isLoaded = unregisterModule(removal, module, isPackaged)
  return isThere || isLoaded
}

/** `add` put the name of its module before the name that was given. */
function removeOverlayField(removal: Removal, [module, entity, name]: Names, overlay: string): boolean {
  const full = name.startsWith(`${overlay}_`) ? name : `${overlay}_${name}`
  return removeField(removal, overlayPath(removal.root, overlay, `${module}/${entity}`), full)
}

/** Files of a module that `add module` did not write. */
const restOf = (root: string, module: string, removed: readonly string[]): readonly string[] =>
  [`schemas/${module}`, `runtime/modules/${module}`]
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => filesBelow(folder))
    .map((path) => relative(root, path).replaceAll('\\', '/'))
    .filter((path) => !removed.includes(path))
    .sort()

/** How code may name it besides what `check` finds: each of the patterns occurs in the file. */
function mentionsOf(part: PartName, [module, name, field]: Names, overlay: string | undefined): readonly RegExp[] {
  const entity = new RegExp(`['"\`]${module}/${name}['"\`]|generated/${module}/${name}/|\\b${module}_${name}\\b`)
  if (part === 'entity') return [entity]
  if (part === 'page') return [new RegExp(`['"\`/]${module}/${camelCase(name)}\\b`)]
  if (part === 'module') return [new RegExp(`['"\`]${module}/|generated/${module}/|tablewright/modules/${module}\\b`)]
  if (part !== 'field') return []
  const column = overlay === undefined || field.startsWith(`${overlay}_`) ? field : `${overlay}_${field}`
  return [entity, new RegExp(`\\b${column}\\b`)]
}

const notThere = (part: string, name: string): CommandError =>
  new CommandError('usage', {
    message: interpolate(
      {
        'zh-cn': '没有找到 add {{part}} {{name}} 所写的内容。',
        en: 'Nothing was found of what add {{part}} {{name}} writes.',
      },
      { part, name },
    ),
  })

const forceHint = {
  'zh-cn': '先处理这些文件，或加 --force 仍然删去；--dry-run 列出将发生的改动。',
  en: 'Change these first, or remove it anyway with --force; --dry-run lists what would change.',
}

const editedSince = (paths: readonly string[]): CommandError =>
  new CommandError('refused', {
    message: interpolate(
      {
        'zh-cn': '以下文件在 add 之后改动过，未做改动：{{paths}}',
        en: 'These files were edited since add wrote them; nothing was changed: {{paths}}',
      },
      { paths: paths.join(', ') },
    ),
    hint: forceHint,
  })

const notEmpty = (module: string, paths: readonly string[]): CommandError =>
  new CommandError('refused', {
    message: interpolate(
      {
        'zh-cn': '模块“{{module}}”还有其他文件，未做改动：{{paths}}',
        en: 'The module "{{module}}" has other files; nothing was changed: {{paths}}',
      },
      { module, paths: paths.join(', ') },
    ),
    hint: forceHint,
  })

function referredTo({ t }: Context, name: string, references: readonly Reference[]): CommandError {
  const lines = references.map(({ place, message }) => `  ${place} ${t(message)}`).join('\n')
  return new CommandError('refused', {
    message: interpolate(
      {
        'zh-cn': '仍有内容引用“{{name}}”，未做改动：\n{{lines}}',
        en: 'Something still refers to "{{name}}"; nothing was changed:\n{{lines}}',
      },
      { name, lines },
    ),
    hint: forceHint,
  })
}
