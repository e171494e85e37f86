/** `tablewright add`: writes the few lines that a new part needs, and leaves everything else untouched. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Argument } from 'commander'
import type { JsonObject } from '../../generator/source/json.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import type { Text } from '../../runtime/protocol/index.ts'
import { addHook, addPage, addWidget, type Written } from '../adding/code.ts'
import { readNames, refuseWrongOverlay, type Names, type PartName } from '../adding/part-names.ts'
import { runOperation } from '../adding/schema-files.ts'
import { addPackagedModule, notRegistered } from '../adding/packaged-module.ts'
import { entityDocument, fieldKinds, moduleDocument } from '../adding/schemas.ts'
import { registerModule } from '../code/register-module.ts'
import { CommandError } from '../exit-codes.ts'
import { layoutOf } from '../layout.ts'
import { optionalModules, readProduct } from '../product.ts'
import { setAction, type Context, type Program } from '../program.ts'

interface AddFlags {
  readonly kind?: string
  readonly label?: string
  readonly labelZh?: string
  readonly overlay?: string
}

type AddPart = (root: string, names: Names, label: Text, kind: string) => Written | null

const parts: Readonly<Record<PartName, AddPart>> = {
  module: addModule,
  entity: addEntity,
  field: addOneField,
  page: (root, [module, name], label) => addPage(root, module, name, labelText(label)),
  widget: (root, [module, name]) => addWidget(root, module, name),
  hook: (root, [module, name]) => addHook(root, module, name),
}

/** Adds the command to the program. */
export function registerAdd(program: Program): void {
  const command = program.add(
    'add',
    {
      'zh-cn': '添加模块、实体、字段、页面、控件或钩子：只写所需的几行',
      en: 'add a module, entity, field, page, widget or hook: writes the few lines it needs',
    },
    [
      ['tablewright add entity shop/brand', { 'zh-cn': '模块 shop 的新实体', en: 'a new entity of the module shop' }],
      [
        'tablewright add field shop/brand/price --kind decimal',
        { 'zh-cn': '新字段，显示在列表和表单中', en: 'a new field, shown in list and form' },
      ],
      [
        'tablewright add field shop/brand/level --overlay helpdesk',
        {
          'zh-cn': '模块 helpdesk 为另一模块的实体添加字段 helpdesk_level',
          en: 'the module helpdesk adds helpdesk_level to an entity of another one',
        },
      ],
      ['tablewright add hook shop/brand', { 'zh-cn': '实体的钩子', en: 'hooks of an entity' }],
    ],
  )
  const what = program.t({ 'zh-cn': '要添加什么', en: 'what to add' })
  command.addArgument(new Argument('<part>', what).choices(Object.keys(parts)))
  command.argument(
    '<name>',
    program.t({ 'zh-cn': '名称，如 shop/brand/price', en: 'its name, such as shop/brand/price' }),
  )
  command.option(
    '--kind <kind>',
    program.t({
      'zh-cn': `字段的种类：${Object.keys(fieldKinds).join('、')}`,
      en: `kind of a field: ${Object.keys(fieldKinds).join(', ')}`,
    }),
  )
  command.option('--label <text>', program.t({ 'zh-cn': '英文名称', en: 'label in English' }))
  command.option('--label-zh <text>', program.t({ 'zh-cn': '中文名称', en: 'label in Chinese' }))
  command.option(
    '--overlay <module>',
    program.t({
      'zh-cn': '字段由此模块添加到另一模块的实体',
      en: 'module that adds the field to an entity of another one',
    }),
  )
  setAction(command, add)
}

async function add(context: Context, [word = '', name = '']: readonly string[], flags: AddFlags): Promise<void> {
  // The command accepts these words only.
  const part = word as PartName
  const [module, entity, last] = readNames('add', part, name)
  const { root } = context
  const { overlay } = flags
  if (overlay !== undefined) refuseWrongOverlay('add', part, module, overlay)
  const needed = { field: `schemas/${module}/${entity}.json`, hook: `schemas/${module}/${entity}.json` }[word]
  // Overlays extend modules of the package as well.
  const { shipped } = overlay === undefined ? { shipped: null } : layoutOf(context)
  const hasFile = (path: string): boolean =>
    existsSync(join(shipped?.names.includes(path.split('/')[1] ?? '') ? shipped.folder : root, path))
  if (needed && !hasFile(needed)) throw missing(needed)
  for (const one of part === 'module' ? [] : [module, overlay ?? module])
    if (!hasFile(`schemas/${one}/module.json`)) throw missing(`schemas/${one}/module.json`)
  const english = flags.label ?? titleOf(last.replace(`${overlay}_`, ''))
  const label: Text = { 'zh-cn': flags.labelZh ?? english, en: english }
  const place: Names = [module, entity, last]
  const kind = flags.kind ?? 'text'
  const written =
    overlay === undefined ? parts[part](root, place, label, kind) : addOverlayField(root, place, label, kind, overlay)
  if (written === null) throw notAdded(name)
  context.print({ ok: true, written }, [
    ...written.map((path) => `+ ${path}`),
    context.t({ 'zh-cn': '下一步：tablewright generate', en: 'Next: tablewright generate' }),
  ])
  if (part === 'widget')
    context.log(
      context.t(
        {
          'zh-cn': '在使用它的字段上写 "x-widget": "{{last}}"。',
          en: 'Write "x-widget": "{{last}}" on the fields that use it.',
        },
        { last },
      ),
    )
  if (flags.labelZh === undefined && part !== 'widget' && part !== 'hook')
    context.log(
      context.t({
        'zh-cn': '请补上中文名称（--label-zh）。',
        en: 'The Chinese label is still in English (--label-zh sets it).',
      }),
    )
}

/** `unit_price` → `Unit price` */
const titleOf = (name: string): string => {
  const words = name.replaceAll(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const labelText = (label: Text): string => `{ 'zh-cn': ${literal(label['zh-cn'])}, en: ${literal(label.en)} }`
const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function addModule(root: string, [module]: Names, label: Text): Written | null {
  if (optionalModules.includes(module) && readProduct(root) !== null) return addPackagedModule(root, module)
  const documents = runOperation(root, { op: 'addModule', module, document: moduleDocument(label) }) ?? []
  const left = registerModule(root, module)
  if (left.length > 0) throw notRegistered(left)
  return [...documents, 'runtime/main.server.ts', 'runtime/main.web.tsx']
}

function addEntity(root: string, [module, name]: Names, label: Text): Written | null {
  const entity = `${module}/${name}`
  return runOperation(root, { op: 'addEntity', entity, document: entityDocument(entity, label, label) })
}

function addOneField(root: string, [module, name, field]: Names, label: Text, kind: string): Written | null {
  return runOperation(root, { op: 'addField', entity: `${module}/${name}`, field, schema: fieldSchema(kind, label) })
}

/** The name begins with that of the module that adds it, as the names of all added fields do. */
function addOverlayField(
  root: string,
  [owner, entity, name]: Names,
  label: Text,
  kind: string,
  module: string,
): Written | null {
  const field = name.startsWith(`${module}_`) ? name : `${module}_${name}`
  const schema = fieldSchema(kind, label)
  return runOperation(root, { op: 'addOverlayField', entity: `${owner}/${entity}`, module, field, schema })
}

function fieldSchema(kind: string, label: Text): JsonObject {
  const schema = Object.hasOwn(fieldKinds, kind) ? fieldKinds[kind] : undefined
  if (!schema) throw unknownKind(kind)
  return { ...schema, 'x-label': label }
}

const missing = (path: string): CommandError =>
  new CommandError('usage', {
    message: interpolate({ 'zh-cn': '没有 {{path}}。', en: 'There is no {{path}}.' }, { path }),
    hint: {
      'zh-cn': '请先用 tablewright add 添加模块或实体。',
      en: 'Add the module or entity first, with tablewright add.',
    },
  })

const notAdded = (name: string): CommandError =>
  new CommandError('refused', {
    message: interpolate(
      {
        'zh-cn': '“{{name}}”已存在，或其文件写法不同，未做改动。',
        en: '"{{name}}" exists already, or its file is written differently. Nothing was changed.',
      },
      { name },
    ),
  })

const unknownKind = (kind: string): CommandError =>
  new CommandError('usage', {
    message: interpolate({ 'zh-cn': '未知种类“{{kind}}”。', en: 'Unknown kind "{{kind}}".' }, { kind }),
    hint: interpolate(
      { 'zh-cn': '可用：{{kinds}}', en: 'Known kinds: {{kinds}}' },
      { kinds: Object.keys(fieldKinds).join(', ') },
    ),
  })
