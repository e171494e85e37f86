/** `tablewright eject`: copies a built-in cell, input, form or list page into a module, so that it can be changed. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Argument } from 'commander'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import { ejectCell, ejectForm, ejectPage, ejectWidget, type Ejected } from '../ejecting/eject.ts'
import { refusals } from '../ejecting/refusals.ts'
import { CommandError } from '../exit-codes.ts'
import { layoutOf } from '../layout.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { readVersion } from '../serving/with-database.ts'

const parts = {
  cell: { form: 'shop/product/price', eject: ejectCell },
  widget: { form: 'shop/product/price', eject: ejectWidget },
  form: { form: 'shop/product', eject: ejectForm },
  page: { form: 'shop/product', eject: ejectPage },
} as const

/** Adds the command to the program. */
export function registerEject(program: Program): void {
  const command = program.add(
    'eject',
    {
      'zh-cn': '把内置的单元格、输入控件、表单或列表页复制到模块中，以便修改',
      en: 'copy a built-in cell, input, form or list page into a module, to change it there',
    },
    [
      ['tablewright eject cell shop/product/price', { 'zh-cn': '列表如何显示该字段', en: 'how lists show that field' }],
      ['tablewright eject widget shop/product/price', { 'zh-cn': '该字段的输入控件', en: 'its input in forms' }],
      ['tablewright eject form shop/product', { 'zh-cn': '实体的表单', en: 'the form of an entity' }],
      ['tablewright eject page shop/product', { 'zh-cn': '实体的列表页', en: 'the page that lists its records' }],
    ],
  )
  const what = program.t({ 'zh-cn': '要复制什么', en: 'what to copy' })
  command.addArgument(new Argument('<part>', what).choices(Object.keys(parts)))
  command.argument(
    '<name>',
    program.t({ 'zh-cn': '字段或实体，如 shop/product/price', en: 'field or entity, such as shop/product/price' }),
  )
  setAction(command, eject)
}

async function eject(context: Context, [part = '', name = '']: readonly string[]): Promise<void> {
  const { form, eject: ejectPart } = parts[part as keyof typeof parts]
  const [module = '', entity = '', field = ''] = name.split('/')
  const isFine =
    name.split('/').length === form.split('/').length && name.split('/').every((one) => /^[a-z]\w*$/.test(one))
  if (!isFine) throw wrongName(part, name, form)
  const { root } = context
  const schema = `schemas/${module}/${entity}.json`
  if (!existsSync(join(root, schema))) throw refusals.noEntity(schema)
  const { framework, extension } = layoutOf(context)
  const runtime = join(framework, extension === '.ts' ? 'runtime' : 'sources/runtime')
  const ejected = ejectPart({ root, module, entity, field, runtime, version: readVersion(context) })
  context.print({ ok: true, ...ejected }, [
    ...ejected.written.map((path) => `+ ${path}`),
    context.t(
      {
        'zh-cn': '下一步：tablewright generate，然后修改 {{main}}',
        en: 'Next: tablewright generate, then edit {{main}}',
      },
      {
        main: ejected.main,
      },
    ),
  ])
  logPackages(context, ejected)
}

/** Packages come with Tablewright; a product that imports them itself should say so. */
function logPackages(context: Context, { packages }: Ejected): void {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    existsSync(join(context.root, 'package.json')) ? readFileSync(join(context.root, 'package.json'), 'utf8') : '{}',
  ) as Readonly<Record<string, Readonly<Record<string, string>>>>
  const missing = packages.filter((name) => !Object.hasOwn({ ...devDependencies, ...dependencies }, name))
  if (missing.length === 0) return
  const versions = JSON.parse(readFileSync(join(context.packageFolder, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  context.log(
    context.t(
      {
        'zh-cn': '所复制的文件用到以下包（随 Tablewright 安装），请写入 package.json：{{packages}}',
        en: 'The copy imports packages that Tablewright installs; name them in package.json: {{packages}}',
      },
      { packages: missing.map((one) => `${one}@${versions.dependencies[one] ?? ''}`).join(' ') },
    ),
  )
}

const wrongName = (part: string, name: string, form: string): CommandError =>
  new CommandError('usage', {
    message: interpolate({ 'zh-cn': '名称“{{name}}”不合要求。', en: 'The name "{{name}}" cannot be used.' }, { name }),
    hint: interpolate(
      {
        'zh-cn': '格式：tablewright eject {{part}} {{form}}',
        en: 'Write it like this: tablewright eject {{part}} {{form}}',
      },
      { part, form },
    ),
  })
